import { expect, it } from 'vitest'
import { addressesIn, addressOf } from './addressesIn'

const id = '7d0c2f1a-6795-46e9-86cf-7fa70259e41a'

it.each([
  [`claude://${id}`, `claude://${id}`],
  [`claude://${id}/a2057518584390e68`, `claude://${id}/a2057518584390e68`],
  [`agents://claude/${id}`, `agents://claude/${id}`],
  [`understory://claude/${id}`, `agents://claude/${id}`],
  [`UNDERSTORY://claude/${id}/a1/`, `agents://claude/${id}/a1`],
])('%s names something', (text, address) => {
  expect(addressOf(text)).toBe(address)
})

it.each([
  'understory://',
  'understory://../../etc/passwd',
  `understory://claude/${id}?x=1`,
  'https://example.com',
  'file:///etc/passwd',
  `claude://${id}/\u202e`,
  `claude://${id}/${'x'.repeat(5000)}`,
])('%s names nothing', (text) => {
  expect(addressOf(text)).toBeNull()
})

it('finds addresses among what Electron, Chromium and a shell put around them', () => {
  const words = ['--no-sandbox', '/work/project', `claude://${id}`, '--inspect=ws://x', 'https://example.com', `claude/${id}`]
  expect(addressesIn(words)).toEqual([`claude://${id}`])
})
