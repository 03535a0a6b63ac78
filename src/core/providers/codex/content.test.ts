import { describe, expect, it } from 'vitest'
import { codexForestOf } from '../../../testing/codexRecordings'
import { CHILD, RolloutWriter, RUN, rollouts, root, treeOfOne } from '../../../testing/writeRollout'
import { codex } from './codex'

const usage = (input: number, output: number, total = input + output) => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: output,
  reasoning_output_tokens: 0,
  total_tokens: total,
})
const count = (total: number, last: number) => ({
  info: { total_token_usage: usage(total, 0), last_token_usage: usage(last, 0), model_context_window: 500 },
})
const record = (thread: string, id: string, input: number) => ({
  thread_id: thread,
  response_id: id,
  usage: usage(input, 1),
  thread_token_usage: usage(input, 1),
})

describe('tokens', () => {
  it('sums that are told again count nothing', () => {
    const told = root()
      .event(3, 'token_count', { info: null })
      .event(4, 'token_count', count(10, 10))
      .event(5, 'token_count', count(10, 10))
    told.event(6, 'token_count', count(30, 20)).begin(7).event(8, 'token_count', count(30, 20))
    expect(treeOfOne(told).agents[0]).toMatchObject({
      usage: { own: { input: 30, requests: 2 } },
      context: { tokens: 20, limit: 500 },
    })
  })

  it('a response that is told by itself is not counted again with the sums', () => {
    const told = root()
      .record(3, 'token_usage_record', record(RUN, 'r1', 10))
      .event(4, 'token_count', count(11, 11))
    told.record(5, 'token_usage_record', record(RUN, 'r2', 20)).record(6, 'token_usage_record', record(CHILD, 'r3', 500))
    expect(treeOfOne(told).agents[0]?.usage.own).toMatchObject({ input: 30, requests: 2 })
  })

  it('a conversation that an older release began', () => {
    const told = root()
      .event(3, 'token_count', count(10, 10))
      .begin(4)
      .record(5, 'token_usage_record', record(RUN, 'r1', 20))
    expect(treeOfOne(told.event(6, 'token_count', count(30, 20))).agents[0]?.usage.own).toMatchObject({ input: 30, requests: 2 })
  })

  it('what was cached is no input, and reasoning stands apart', () => {
    const tokens = { ...usage(100, 40), cached_input_tokens: 70, cache_write_input_tokens: 10, reasoning_output_tokens: 15 }
    const told = root().record(3, 'turn_context', { model: 'gpt-5.4' })
    told.record(3, 'token_usage_record', { thread_id: RUN, response_id: 'r', usage: tokens })
    expect(treeOfOne(told).agents[0]).toMatchObject({
      model: 'gpt-5.4',
      usage: { own: { input: 20, cacheRead: 70, cacheWrite: 10, output: 25, reasoning: 15 } },
      context: { tokens: 100, limit: 1000 },
    })
  })
})

describe('texts that nobody typed', () => {
  it.each([
    '<environment_context>\n  <cwd>/x</cwd>\n</environment_context>',
    '# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>',
    '<permissions instructions>\nx',
    '<subagent_notification>\n{}\n</subagent_notification>',
    '<turn_aborted>\nx',
    '<user_action>x',
  ])('%s', (text) => {
    const writer = new RolloutWriter(RUN).head(0).begin(1).say(1, 'user', text).say(2, 'user', 'Do it')
    expect(treeOfOne(writer)).toMatchObject({ title: 'Do it', agents: [{ prompt: 'Do it', messages: 1 }] })
    const lines = writer.lines.flatMap((line) => codex.readItems(JSON.parse(line)).map(({ kind }) => kind))
    expect(lines).toEqual(['notice', 'prompt'])
  })

  it('what the record itself says of a part goes before what it looks like', () => {
    const message = (kinds: readonly string[]) => ({
      role: 'user',
      content: kinds.map((_, i) => ({ type: 'input_text', text: i === 0 ? '<environment_context> is my question' : 'second' })),
      internal_chat_message_metadata_passthrough: { content_item_kinds: kinds },
    })
    const kinds = (payload: object) =>
      codex.readItems({ type: 'response_item', payload: { type: 'message', ...payload } }).map(({ kind }) => kind)
    expect(kinds(message(['user.text']))).toEqual(['prompt'])
    expect(kinds(message(['goal.reminder', 'user.text']))).toEqual(['notice', 'prompt'])
  })

  it('what an editor had open is no title', () => {
    const text = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nFix it\n'
    expect(treeOfOne(new RolloutWriter(RUN).head(0).begin(1).say(1, 'user', text)).title).toBe('Fix it')
  })
})

describe('tools', () => {
  it.each([
    ['exec_command', { cmd: 'npm test' }, 'exec_command: npm test'],
    ['shell', { command: ['bash', '-lc', 'ls -l'] }, 'shell: ls -l'],
    ['shell', { command: ['git', 'status'] }, 'shell: git status'],
    ['update_plan', { plan: [] }, 'update_plan'],
    ['mcp__docs__find', { query: 'x\ny' }, 'mcp__docs__find: x'],
  ])('%s %j', (name, args, label) => {
    expect(treeOfOne(root().call(3, 't', name, args)).agents[0]).toMatchObject({ activity: label, tools: 1 })
  })

  it.each([
    [
      'custom_tool_call',
      { name: 'exec', call_id: 't', input: 'await tools.exec_command({ cmd: "say \\"hi\\"" })' },
      'exec: say "hi"',
    ],
    [
      'custom_tool_call',
      { name: 'apply_patch', call_id: 't', input: '*** Begin Patch\n*** Update File: a.ts\n' },
      'apply_patch: a.ts',
    ],
    ['local_shell_call', { call_id: 't', action: { type: 'exec', command: ['ls'] } }, 'local_shell: ls'],
    ['web_search_call', { status: 'completed', action: { type: 'search', query: 'weather' } }, 'web_search: weather'],
  ])('%s %j', (type, fields, label) => {
    expect(treeOfOne(root().item(3, type, fields)).agents[0]).toMatchObject({ activity: label, tools: 1 })
  })

  it.each([
    ['Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nx', false],
    ['Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nx', true],
    ['Exit code: 1\nWall time: 0 seconds\nOutput:\n', true],
    ['{"output":"no","metadata":{"exit_code":1,"duration_seconds":0.1}}', true],
    ['{"output":"ok","metadata":{"exit_code":0,"duration_seconds":0.1}}', false],
    ['aborted by user after 1.6s', true],
    ["unknown agent_type 'wizard'", true],
    ['agent with id 01a1ee73-807e-75e2-b9c9-49bd758df08d not found', true],
    ['live agent path `/root/nobody` not found', true],
    [[{ type: 'input_text', text: 'Script failed\nWall time 0.1 seconds' }], true],
    [
      [
        { type: 'input_text', text: 'Script completed\nWall time 0.1 seconds' },
        { type: 'input_text', text: 'Exit code: 3' },
      ],
      false,
    ],
    [`${'long '.repeat(400)}`, false],
    ['', false],
  ])('an answer of %j', (output, isError) => {
    const writer = root().call(3, 't', 'exec_command', { cmd: 'x' }).answer(4, 't', output)
    expect(treeOfOne(writer).agents[0]?.errors).toBe(isError ? 1 : 0)
    expect(codex.readAnswer(JSON.parse(writer.lines.at(-1) ?? ''), 't')).toMatchObject({ isError })
  })
})

describe('the transcript', () => {
  it('shows what was thought, seen, searched and left out', () => {
    const writer = new RolloutWriter(RUN)
      .item(1, 'reasoning', { summary: [{ type: 'summary_text', text: 'Think' }], content: null, encrypted_content: 'x' })
      .item(1, 'reasoning', { summary: [], content: null, encrypted_content: 'x' })
      .item(2, 'message', {
        role: 'user',
        content: [
          { type: 'input_text', text: '<image name=[Image #1]>' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
          { type: 'input_text', text: '</image>' },
          { type: 'input_text', text: 'Look' },
        ],
      })
      .item(3, 'web_search_call', { id: 'ws', status: 'completed', action: { type: 'search', query: 'x' } })
      .record(4, 'compacted', { message: '', replacement_history: [] })
      .event(5, 'item_completed', { item: { type: 'Plan', id: 'p', text: '# Plan' } })
      .end(6, { error: { message: 'broke' } })
    const items = writer.lines.flatMap((line) => codex.readItems(JSON.parse(line)))
    expect(items.map(({ kind, text, images }) => [kind, text, images.length])).toEqual([
      ['thinking', 'Think', 0],
      ['prompt', 'Look', 1],
      ['tool', '', 0],
      ['compaction', 'Conversation compacted', 0],
      ['text', '# Plan', 0],
      ['error', 'broke', 0],
    ])
    expect(codex.readAnswer(JSON.parse(writer.lines[3] ?? ''), 'ws')).toMatchObject({ isError: false, output: null })
  })
})

describe('a session that it starts from its shell', () => {
  it.each([
    ['exec_command', { cmd: 'opencode run "hello"' }, 'opencode'],
    ['shell', { command: ['bash', '-lc', 'cd x && claude -p "hello"'] }, 'claude'],
    ['exec_command', { cmd: 'ls' }, null],
    ['view_image', { path: 'codex exec x' }, null],
  ])('%s %j', (name, args, provider) => {
    const [run] = codexForestOf(rollouts(root().call(3, 't', name, args))).runs.values()
    const launches = [...(run?.sources.values() ?? [])].flatMap((source) => [...source.launches.values()])
    expect(launches.map((launch) => launch.provider)).toEqual(provider === null ? [] : [provider])
  })
})

describe('what it was allowed', () => {
  it('is the last word of its turns', () => {
    const reader = codex.openAllowances()
    reader.take({ type: 'turn_context', payload: { approval_policy: 'on-request', sandbox_policy: { type: 'workspace-write' } } })
    expect(reader.result()).toEqual({ allowed: null, denied: null, permissionMode: 'on-request, workspace-write' })
    reader.take({
      type: 'event_msg',
      payload: { thread_settings: { approval_policy: 'never', permission_profile: { type: 'disabled' } } },
    })
    expect(reader.result().permissionMode).toBe('never, permission profile disabled')
  })
})
