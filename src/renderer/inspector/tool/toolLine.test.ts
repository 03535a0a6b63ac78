import { expect, it } from 'vitest'
import { editsOf } from './editsOf'
import { lineOfEdit } from './lineOfEdit'
import { argumentOf, outcomeOf, type Tool } from './toolLine'

function tool(name: string, input: unknown, output: unknown, more: Partial<Tool> = {}): Tool {
  return { name, callId: 'c', input, output, status: 'ok', durationMs: 34_000, agent: null, ...more }
}

it('says what was asked and what came of it in a few words', () => {
  const said = (each: Tool): string => `${argumentOf(each)} | ${outcomeOf(each, undefined)}`
  expect(said(tool('Bash', { command: 'npm test', description: 'Run' }, 'Exit code 1\nno', { status: 'error' }))).toBe(
    'npm test | exit 1 · 34s',
  )
  expect(said(tool('Read', { file_path: 'a.ts' }, 'x\ny\nz'))).toBe('a.ts | 3 lines')
  expect(said(tool('Grep', { pattern: 'p', path: 'e2e' }, 'a\nb'))).toBe('p in e2e | 2 matches')
  expect(said(tool('Edit', { file_path: 'a.ts', old_string: 'a\nb', new_string: 'a\nc\nd' }, 'ok'))).toBe('a.ts | +2 −1')
  expect(said(tool('TodoWrite', { todos: [{ content: 'one', status: 'pending' }] }, 'ok'))).toBe('1 item: one | 34s')
  expect(outcomeOf(tool('Read', {}, 'x'), 1_200_000)).toBe('1.2 MB · 34s')
})

it('[editsOf] reads edits of every shape and leaves others alone', () => {
  const edit = { path: 'a', before: 'x', after: 'y' }
  expect(editsOf('edit', { file_path: 'a', old_string: 'x', new_string: 'y' })).toEqual([edit])
  expect(editsOf('edit', { filePath: 'a', oldString: 'x', newString: 'y' })).toEqual([edit])
  expect(editsOf('edit', { file_path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] })).toEqual([edit])
  expect(editsOf('write', { file_path: 'a', content: 'y' })).toEqual([{ path: 'a', before: '', after: 'y' }])
  expect(editsOf('edit', { input: '*** Begin Patch\n*** Update File: a\n@@\n x\n-y\n+z\n*** End Patch' })).toEqual([
    { path: 'a', before: 'x\ny', after: 'x\nz' },
  ])
  expect(editsOf('shell', { old_string: 'x', new_string: 'y' })).toEqual([])
  expect(editsOf('edit', null)).toEqual([])
})

it('[lineOfEdit] finds the place in an answer with numbered lines', () => {
  expect(lineOfEdit('Updated:\n    31→  click()\n    32→  wait([', '  click()\n  wait([')).toBe(31)
  expect(lineOfEdit('Updated.', 'x')).toBeNull()
})
