import { expect, it } from 'vitest'
import { ProviderId, RunUri } from '../../shared/ids'
import { attentionTitle, runTitle } from './runTitle'

const row = { project: '/home/anna/work/api', provider: ProviderId.parse('p'), id: '0123456789abcdef' }

it.each(['', '   ', '\u200b\u200d', '\u3164', '\u2800 \u00ad', '\u{e0041}', '\ufe0f'])(
  'nothing to be seen in %j: the project and the id',
  (title) => {
    expect(runTitle({ ...row, title })).toBe('work/api 01234567')
  },
)

it('a title that shows something is left as it is', () => {
  expect(runTitle({ ...row, title: '\u200bFix' })).toBe('\u200bFix')
  expect(runTitle({ ...row, title: '-' })).toBe('-')
})

it('without a project it goes by its provider, also where only the address is known', () => {
  expect(runTitle({ ...row, title: '', project: null })).toBe('p 01234567')
  expect(attentionTitle({ runTitle: '', run: RunUri.parse('p://0123456789abcdef'), provider: row.provider })).toBe('p 01234567')
})
