import { describe, expect, it } from 'vitest'
import { gistHint } from './gistHint'
import { needsWhole } from './needsWhole'
import { parseGist } from './parseGist'

const at = '2026-09-01T08:07:06.543Z'

function whole(record: Record<string, unknown>): boolean {
  return needsWhole(parseGist(record)!, record)
}

const result = (more: object = {}) => ({ content: [{ type: 'tool_result', tool_use_id: 't', ...more }] })
const call = (name: string) => ({ content: [{ type: 'tool_use', id: 't', name, input: {} }] })

describe('parseGist', () => {
  it('is null for anything but an object', () => {
    expect([null, 1, 'x', [], true, undefined].map(parseGist)).toEqual([null, null, null, null, null, null])
  })

  it('reads an assistant record of several blocks', () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.\nSo' },
      { type: 'text', text: 'First line\nsecond' },
      { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls', description: 'list' } },
      { type: 'redacted_thinking', data: 'x' },
      'odd',
    ]
    const usage = { input_tokens: 1, cache_creation_input_tokens: 2, cache_read_input_tokens: 3, output_tokens: -4 }
    const message = { id: 'm', model: 'o', content, stop_reason: 'tool_use', usage }
    const record = { type: 'assistant', uuid: 'u', parentUuid: 'p', timestamp: at, requestId: 'r', isSidechain: true, message }
    const gist = parseGist(record)!
    expect(gist.blocks).toEqual([
      { kind: 'thinking', hint: 'Hm.' },
      { kind: 'text', hint: 'First line' },
      { kind: 'tool_use', id: 't', name: 'Bash', hint: 'ls' },
      { kind: 'other' },
      { kind: 'other' },
    ])
    expect(gist.usage).toEqual({ input: 1, cacheWrite: 2, cacheRead: 3, output: 0 })
    const plain = { type: 'assistant', messageId: 'm', requestId: 'r', model: 'o', stopReason: 'tool_use', isApiError: false }
    expect(gist).toMatchObject({ ...plain, at: Date.parse(at), whole: record, isSidechain: true })
  })

  it('must be whole where it is a copy in a promoted session', () => {
    const record = { type: 'assistant', message: result(), promotedFrom: { provider: 'x' } }
    expect([whole(record), whole({ ...record, promotedFrom: null })]).toEqual([true, false])
  })

  it('survives wrong types', () => {
    const gist = parseGist({ type: 7, uuid: 1, timestamp: {}, cwd: [], isSidechain: 'yes', message: 'm', version: null })!
    expect(gist).toMatchObject({ type: '', uuid: null, at: Number.NaN, cwd: null, isSidechain: false, blocks: [], usage: null })
  })

  it('reads a prompt that is a string, and no usage from a user', () => {
    const gist = parseGist({ type: 'user', message: { content: 'Do it', usage: { input_tokens: 1 } } })!
    expect(gist).toMatchObject({ blocks: [{ kind: 'text', hint: 'Do it' }], usage: null })
  })

  it('reads no message from the books of the CLI, which repeat messages', () => {
    const gist = parseGist({ type: 'api-request-blob', message: { id: 'm', ...call('Agent') } })!
    expect(gist).toMatchObject({ blocks: [], messageId: null })
  })
})

describe('gistHint', () => {
  it.each([
    ['a\nb', 'a'],
    ['a\r\nb', 'a'],
    ['\nb', ''],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), 'x'.repeat(80)],
    [`${'x'.repeat(79)}😀`, 'x'.repeat(79)],
    [`${'x'.repeat(78)}😀y`, `${'x'.repeat(78)}😀`],
  ])('%j', (text, hint) => {
    expect(gistHint(text)).toBe(hint)
  })
})

describe('needsWhole', () => {
  it.each(['Agent', 'Task', 'SendMessage', 'Workflow', 'AskUserQuestion', 'mcp__x__y', 'Tomorrow', ''])(
    'a call of %s',
    (name) => {
      expect(whole({ type: 'assistant', message: call(name) })).toBe(true)
    },
  )

  it.each(['Bash', 'Read', 'Grep'])('not a call of %s', (name) => {
    expect(whole({ type: 'assistant', message: call(name) })).toBe(false)
  })

  it.each(['queue-operation', 'summary', 'tomorrow', ''])('a record of type %s', (type) => {
    expect(whole({ type })).toBe(true)
  })

  it.each([
    { toolUseResult: 'Error: x' },
    { toolUseResult: { status: 'completed' } },
    { toolUseResult: { stdout: '', agentId: null } },
    { toolDenialKind: 'user-rejected' },
    { isMeta: true },
    { isCompactSummary: true },
    { origin: { kind: 'coordinator' } },
    { message: result({ is_error: true }) },
    { message: { content: [...result().content, { type: 'text', text: 'x' }] } },
    { message: { content: 'prompt' } },
    { message: { content: [] } },
  ])('a user record with %j', (more) => {
    expect(whole({ type: 'user', message: result(), ...more })).toBe(true)
  })

  it.each([{}, { toolUseResult: { stdout: 'x', file: { agentId: 'x' } } }, { isMeta: false }])('not a result with %j', (more) => {
    expect(whole({ type: 'user', message: result({ content: 'x', is_error: false }), ...more })).toBe(false)
  })

  it('an API error', () => {
    expect(whole({ type: 'assistant', isApiErrorMessage: true })).toBe(true)
  })
})
