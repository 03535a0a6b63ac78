import { expect, it } from 'vitest'
import { noticeTitle } from './noticeTitle'

it.each([
  [
    '<task-notification>\n<task-id>a1</task-id>\n<summary>Agent "Check cart" finished</summary>\n</task-notification>',
    'Agent "Check cart" finished',
  ],
  ['<system-reminder>\nThe todo list is empty.\n</system-reminder>', 'The todo list is empty.'],
  ['two\nlines', 'two lines'],
  ['<summary> </summary>left over', 'left over'],
  ['a < b and <not a tag', 'a < b and <not a tag'],
  ['', ''],
])('%j is shown as %j', (text, title) => {
  expect(noticeTitle(text)).toBe(title)
})

it('looks at the beginning of a long notice only', () => {
  expect(noticeTitle('x'.repeat(5_000_000)).length).toBeLessThan(3000)
})
