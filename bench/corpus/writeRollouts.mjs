import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Chance } from './chance.mjs'

const FIRST = Date.UTC(2026, 6, 1)
/** Every conversation begins with the instructions it was given, and they are long. */
const INSTRUCTIONS = 'You are a coding agent. Work carefully and say what you did. '.repeat(290)
const CHILDREN = 3
const TURNS = 6

/** Trees of four threads each, as a current release writes them. @param {string} folder @param {{ rollouts: number, seed: number }} parameters */
export function writeRollouts(folder, { rollouts, seed }) {
  const chance = new Chance(seed)
  const trees = Math.ceil(rollouts / (CHILDREN + 1))
  let bytes = 0
  let lines = 0
  for (let tree = 0; tree < trees; tree++) {
    const at = FIRST + tree * 1_800_000
    const root = threadId(tree, 0)
    for (let n = 0; n <= CHILDREN; n++) {
      const text = rollout({ chance, at: at + n * 2000, root, id: threadId(tree, n), n, tree })
      const stamp = new Date(at + n * 2000).toISOString()
      const day = stamp.slice(0, 10).replaceAll('-', '/')
      const path = join(folder, 'sessions', day, `rollout-${stamp.slice(0, 19).replaceAll(':', '-')}-${threadId(tree, n)}.jsonl`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      bytes += text.length
      lines += text.split('\n').length - 1
    }
  }
  return { bytes, lines, files: trees * (CHILDREN + 1), runs: trees }
}

/** @param {number} tree @param {number} n */
export function threadId(tree, n) {
  return `01a1ee73-${tree.toString(16).padStart(4, '0')}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

function rollout({ chance, at, root, id, n, tree }) {
  const lines = []
  let now = at
  const add = (/** @type {string} */ type, /** @type {object} */ payload) => {
    lines.push(JSON.stringify({ timestamp: new Date(now).toISOString(), ordinal: lines.length, type, payload }))
    now += 400
  }
  const turn_id = `${id}-t`
  const cwd = `/home/dev/project-${tree % 40}`
  const seconds = (/** @type {number} */ ms) => Math.floor(ms / 1000)
  add('session_meta', meta({ at, root, id, n, cwd }))
  add('event_msg', {
    type: 'task_started',
    turn_id,
    root_turn_id: `${root}-t`,
    started_at: seconds(at),
    model_context_window: 258_400,
  })
  add('turn_context', { turn_id, cwd, approval_policy: 'never', model: 'gpt-6-sol', multi_agent_version: 'v1' })
  const text = n === 0 ? `Look at item ${tree}` : `Look into part ${n} of item ${tree}`
  add('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
  for (let turn = 0; turn < TURNS; turn++) {
    if (n === 0 && turn < CHILDREN) spawn(add, id, threadId(tree, turn + 1), turn)
    else run(add, id, turn, chance)
    const usage = { input_tokens: 4000 + turn, cached_input_tokens: 3000, output_tokens: 90, reasoning_output_tokens: 10 }
    add('token_usage_record', { usage: { ...usage, total_tokens: 4090 + turn }, thread_id: id, session_id: root })
  }
  const said = [{ type: 'output_text', text: `${chance.word()} is done.` }]
  add('response_item', { type: 'message', role: 'assistant', content: said })
  add('event_msg', {
    type: 'task_complete',
    turn_id,
    last_agent_message: 'Done.',
    completed_at: seconds(now),
    duration_ms: now - at,
  })
  return `${lines.join('\n')}\n`
}

function meta({ at, root, id, n, cwd }) {
  const agent = { agent_nickname: `Kuhn${n}`, agent_role: 'explorer' }
  const child = {
    source: { subagent: { thread_spawn: { parent_thread_id: root, depth: 1, agent_path: null, ...agent } } },
    thread_source: 'subagent',
    parent_thread_id: root,
    multi_agent_version: 'v1',
    ...agent,
  }
  return {
    session_id: root,
    id,
    timestamp: new Date(at).toISOString(),
    cwd,
    originator: 'codex_exec',
    cli_version: '0.169.0',
    ...(n === 0 ? { source: 'exec', thread_source: 'user' } : child),
    model_provider: 'mock',
    base_instructions: { text: INSTRUCTIONS },
    history_mode: 'paginated',
  }
}

function spawn(add, id, child, turn) {
  const call = `call_${id}_${turn}`
  add('response_item', {
    type: 'function_call',
    name: 'spawn_agent',
    namespace: 'multi_agent_v1',
    arguments: JSON.stringify({ message: `Look into part ${turn + 1}`, agent_type: 'explorer' }),
    call_id: call,
  })
  add('event_msg', {
    type: 'item_completed',
    thread_id: id,
    turn_id: `${id}-t`,
    item: {
      type: 'CollabAgentToolCall',
      id: call,
      tool: 'spawn_agent',
      status: 'completed',
      sender_thread_id: id,
      receiver_thread_ids: [child],
      prompt: `Look into part ${turn + 1}`,
      agents_states: { [child]: 'pending_init' },
    },
  })
  add('response_item', {
    type: 'function_call_output',
    call_id: call,
    output: JSON.stringify({ agent_id: child, nickname: `Kuhn${turn + 1}` }),
  })
}

function run(add, id, turn, chance) {
  const call = `call_${id}_${turn}`
  const output = 'line of output of a command\n'.repeat(chance.int(20, 100))
  add('response_item', {
    type: 'custom_tool_call',
    name: 'exec',
    namespace: 'functions',
    call_id: call,
    input: `await exec("rg item ${turn}")`,
  })
  add('event_msg', {
    type: 'item_completed',
    thread_id: id,
    turn_id: `${id}-t`,
    item: {
      type: 'CommandExecution',
      id: call,
      command: `rg item ${turn}`,
      exit_code: 0,
      status: 'completed',
      aggregated_output: output,
    },
  })
  add('response_item', { type: 'custom_tool_call_output', call_id: call, output })
}
