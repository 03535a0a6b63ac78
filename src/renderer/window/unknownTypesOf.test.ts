import { expect, it } from 'vitest'
import { unknownTypesOf } from './unknownTypesOf'

const all = [
  { type: 'a', count: 3, version: '2.1' },
  { type: 'b', count: 14, version: '2.1' },
  { type: 'c', count: 1, version: '2.0' },
]

it('speaks of the version that is shown, and of no other', () => {
  expect(unknownTypesOf(all, '2.1')).toMatchObject({ records: 17, report: 'Unknown record types in version 2.1\n"a" 3\n"b" 14' })
  expect(unknownTypesOf(all, '1.9')).toBeNull()
  expect(unknownTypesOf(all, null)).toBeNull()
})
