import { expect, it } from 'vitest'
import { DraftTexts } from './DraftTexts'

it('puts a text together from its parts, however long', () => {
  const drafts = new DraftTexts()
  const part = 'ü'.repeat(60_000)
  for (let i = 0; i < 20; i++) expect(drafts.put('a', i * part.length, part)).toBeNull()
  expect(drafts.find('a')).toBe(part.repeat(20))
  drafts.put('a', 0, 'new')
  expect(drafts.find('a')).toBe('new')
  drafts.drop('a')
  expect(drafts.find('a')).toBeNull()
})

it('refuses a part that has no place and what is too long, and forgets the oldest', () => {
  const drafts = new DraftTexts()
  expect(drafts.put('a', 5, 'x')).toContain('no place')
  expect(drafts.put('a', 0, 'x'.repeat(9 * 1024 * 1024))).toContain('8 million')
  for (let i = 0; i < 41; i++) drafts.put(`${i}`, 0, 'x')
  expect([drafts.find('0'), drafts.find('40')]).toEqual([null, 'x'])
})
