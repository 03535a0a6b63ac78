import { expect, it } from 'vitest'
import { Ask } from '../../shared/drive/ask'
import { sampleAsk } from '../../testing/drive/sampleAsk'
import { askLines, readAnswer, whyNotTaken } from './askLines'

const option = (id: string, takesMessage = false) => ({ id, label: id, effect: 'once', note: null, takesMessage })
const permission = Ask.parse({
  ...{ id: 'a', launch: 'l', provider: 'logtoy', run: null, agent: 'toy-c1', key: null, kind: 'permission' },
  ...{ at: '2026-01-01T10:00:00.000Z', tool: 'Bash', detail: 'rm -rf build\u001b[2J', reason: 'to start anew', folder: null },
  ...{ change: null, isCut: false, options: [option('Allow'), option('Deny', true)], questions: [] },
})
const asked = {
  ...{ id: 'q', header: null, text: 'Which one?', isMultiple: false, takesOwnWords: true, isSecret: false },
  options: [{ label: 'Red', note: null }],
}
const question = Ask.parse({ ...permission, kind: 'question', options: [option('x')], questions: [asked] })

it('shows the whole of what is asked, made safe', () => {
  expect(askLines(permission)).toEqual([
    'Agent toy-c1 wants to use Bash:',
    '  rm -rf build\\u001b[2J',
    '  why: to start anew',
    '  1  Allow',
    '  2  Deny',
  ])
  expect(askLines(question).slice(3)).toEqual(['  Which one?', '  1  Red', '  or in your own words'])
})

it('shows all else that the tool would be given', () => {
  const fields = [
    { name: 'timeout', value: '5' },
    { name: 'body', value: '{\n  "a": 1\r}' },
  ]
  expect(askLines({ ...permission, fields, overwrites: true }).slice(2, 7)).toEqual([
    '  overwrites an existing file',
    '  timeout: 5',
    '  body: {',
    '      "a": 1\\r}',
    '  why: to start anew',
  ])
})

it.each([
  [permission, '1', { kind: 'option', option: 'Allow', message: null }],
  [permission, ' 2 use the cache instead', { kind: 'option', option: 'Deny', message: 'use the cache instead' }],
  [permission, '1 with words', null],
  [permission, '3', null],
  [permission, '', null],
  [permission, 'yes', null],
  [question, '1', { kind: 'answers', answers: { q: ['Red'] } }],
  [question, 'blue, please', { kind: 'answers', answers: { q: ['blue, please'] } }],
  [question, '  ', null],
])('%#: a typed line is what was offered, or nothing', (ask, line, expected) => {
  expect(readAnswer(ask, line)).toEqual(expected)
})

it('what would change is shown as it goes out and comes in, to the last line', () => {
  const change = { path: 'src/a\nb.ts', before: 'one\ntwo', after: 'one\r\n\u202etwo\n', isWhole: false }
  expect(askLines(sampleAsk({ tool: 'Edit', detail: change.path, change, options: [] }))).toEqual([
    'The session wants to use Edit:',
    '  file: src/a\\nb.ts',
    '  - one',
    '  - two',
    '  + one\\r',
    '  + \\u202etwo',
    '  + ',
  ])
})

it.each([
  ['a new file', { before: '', after: 'all\nof it', isWhole: true }, ['  + all', '  + of it']],
  ['an empty file', { before: '', after: '', isWhole: true }, ['  (empty)']],
  ['only taken out', { before: 'gone', after: '', isWhole: false }, ['  - gone']],
  ['only put in', { before: '', after: 'new', isWhole: false }, ['  + new']],
])('a change: %s', (_, sides, lines) => {
  const change = { path: 'a.ts', ...sides }
  expect(askLines(sampleAsk({ detail: 'a.ts', change, options: [] })).slice(1)).toEqual(['  file: a.ts', ...lines])
})

it('nothing of it is left out, however long it is', () => {
  const long = `${'x'.repeat(100_000)} && rm -rf ~`
  const fields = [{ name: 'body', value: `${long}\nlast` }]
  const change = { path: 'a.ts', before: long, after: long, isWhole: false }
  const lines = askLines(sampleAsk({ detail: long, fields, change, folder: '/work', options: [] }))
  expect(lines.slice(1)).toEqual([
    ...[`  ${long}`, '  file: a.ts', `  - ${long}`, `  + ${long}`],
    ...[`  body: ${long}`, '    last', '  in: /work'],
  ])
})

it.each([{ isCut: true }, { isShort: true }])('%j: what is known in part alone can only be refused', (part) => {
  const ask = sampleAsk(part)
  expect(askLines(ask)).toContain('  … this is only a part of it')
  const taken = ask.options.filter(({ id }) => whyNotTaken(ask, { kind: 'option', option: id, message: null }) === null)
  expect(taken.map(({ effect }) => effect)).toEqual(['deny', 'halt'])
  expect(whyNotTaken(ask, { kind: 'answers', answers: { q: ['yes'] } })).toContain('only a refusal')
  expect(whyNotTaken(sampleAsk(), { kind: 'option', option: 'once', message: null })).toBeNull()
})
