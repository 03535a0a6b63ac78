import { expect, it } from 'vitest'
import { readAsk } from './readAsk'

const read = (tool: string, input: object, more: object = {}) =>
  readAsk('r', { subtype: 'can_use_tool', tool_name: tool, input, ...more }, 0)
const shown = (tool: string, input: object, more: object = {}) => {
  const ask = read(tool, input, more)
  return ask && [ask.detail, ask.reason, ask.fields?.map(({ name, value }) => `${name}: ${value}`)]
}

it.each([
  [
    'Bash',
    { command: 'make', description: 'Build', run_in_background: true, timeout: 5 },
    ['make', 'Build', ['run_in_background: true', 'timeout: 5']],
  ],
  ['Bash', { command: 'make', dangerouslyDisableSandbox: true }, ['make', null, ['dangerouslyDisableSandbox: true']]],
  [
    'mcp__http__request',
    { url: 'https://a.test', method: 'DELETE', headers: { a: 'b' } },
    ['https://a.test', null, ['method: DELETE', 'headers: {\n  "a": "b"\n}']],
  ],
  [
    'NotebookEdit',
    { notebook_path: '/x.ipynb', new_source: 'import os', edit_mode: 'replace' },
    ['import os', null, ['notebook_path: /x.ipynb', 'edit_mode: replace']],
  ],
  ['Edit', { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true }, ['/a', null, ['replace_all: true']]],
  ['Edit', { file_path: '/a', new_string: 'y' }, ['/a', null, ['new_string: y']]],
  ['ExitPlanMode', { plan: 'Do it', allowedPrompts: ['run tests'] }, ['Do it', null, ['allowedPrompts: [\n  "run tests"\n]']]],
  ['Odd', { a: 1 }, ['{\n  "a": 1\n}', null, []]],
])('%s: all that the tool would be given is on the card', (tool, input, expected) => {
  expect(shown(tool, input)).toEqual(expected)
})

it('says a description that is not the reason beside it', () => {
  expect(shown('Bash', { command: 'make', description: 'mine' }, { description: 'theirs' })).toEqual([
    'make',
    'theirs',
    ['description: mine'],
  ])
})

it('cuts nothing, and knows what is written whole', () => {
  const content = 'x'.repeat(200_000)
  expect(read('Write', { file_path: '/a', content })).toMatchObject({ change: { after: content, isWhole: true }, isCut: false })
  expect(read('Bash', { command: content })?.detail).toBe(content)
})
