import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AnswerMarks } from './AnswerMarks'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-answers-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('the first of several programs answers, the others see it, until it must have come to nothing', () => {
  let now = Date.now()
  const [first, second] = [new AnswerMarks(folder, () => now), new AnswerMarks(folder, () => now)]
  expect(second.isTaken('a')).toBe(false)
  expect(first.take('a')).toBe(true)
  expect([second.take('a'), second.isTaken('a'), second.isTaken('b')]).toEqual([false, true, false])
  now += 61_000
  expect(second.isTaken('a')).toBe(false)
  expect(second.take('a')).toBe(true)
})

it('what came to nothing may be answered again', () => {
  const marks = new AnswerMarks(folder, Date.now)
  marks.take('a')
  marks.give('a')
  expect(marks.take('a')).toBe(true)
})

it('says to the others what is answered', () => {
  const [first, second] = [new AnswerMarks(folder, Date.now), new AnswerMarks(folder, Date.now)]
  expect(second.wordOf('a')).toBeNull()
  first.take('a', 'allowed')
  first.take('b')
  expect([second.wordOf('a'), second.wordOf('b')]).toEqual(['allowed', ''])
})
