#!/usr/bin/env node
// A product as the desk knows it, without a model: it speaks the same lines and writes the same files. What it does is said by its prompts.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { askListed } from './askListed.mjs'
import { askScenes } from './askScenes.mjs'

const args = process.argv.slice(2)
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
if (args.includes('--version')) {
  process.stdout.write('2.1.327 (Claude Code)\n')
  process.exit(0)
}
if (args.includes('--break')) {
  process.stderr.write('warning: the configuration is old\nError: Invalid API key · Please run /login\n')
  process.exit(1)
}
// Whoever is forgotten ends by itself.
setTimeout(() => process.exit(9), 240_000).unref()

const session = args.includes('--fork-session') ? option('--session-id') : (option('--session-id') ?? option('--resume'))
const folder = join(process.env.CLAUDE_CONFIG_DIR, 'projects', process.cwd().replaceAll(/[^a-zA-Z0-9]/g, '-'))
const say = (line) => process.stdout.write(`${JSON.stringify({ session_id: session, ...line })}\n`)
let count = 0

const pathOf = (agent) =>
  agent === null ? join(folder, `${session}.jsonl`) : join(folder, session, 'subagents', `agent-${agent}.jsonl`)

function record(agent, fields) {
  const own = agent === null ? { isSidechain: false } : { isSidechain: true, agentId: agent }
  const common = {
    parentUuid: null,
    ...own,
    cwd: process.cwd(),
    gitBranch: 'fix/login-flake',
    sessionId: session,
    version: '2.1.327',
  }
  mkdirSync(dirname(pathOf(agent)), { recursive: true })
  const line = {
    ...common,
    uuid: `${agent ?? session}-${process.pid}-${++count}`,
    timestamp: new Date().toISOString(),
    ...fields,
  }
  appendFileSync(pathOf(agent), `${JSON.stringify(line)}\n`)
}

const person = (agent, content, fields = {}) => record(agent, { type: 'user', message: { role: 'user', content }, ...fields })

function model(agent, content, stop) {
  const usage = { input_tokens: 240, cache_creation_input_tokens: 1_800, cache_read_input_tokens: 9_600, output_tokens: 310 }
  const id = `msg_${agent ?? 'main'}_${process.pid}_${count}`
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: option('--model') ?? 'claude-opus-4-5',
    content,
    stop_reason: stop,
    usage,
  }
  record(agent, { type: 'assistant', requestId: `req_${id}`, message })
}

const speak = (agent, text) => model(agent, [{ type: 'text', text }], 'end_turn')
const call = (agent, id, name, input) => model(agent, [{ type: 'tool_use', id, name, input }], 'tool_use')
const result = (agent, id, content, toolUseResult) =>
  person(agent, [{ type: 'tool_result', tool_use_id: id, content }], toolUseResult ? { toolUseResult } : {})

function begin(parent, { agent, type, description, prompt, depth = 1, isBackground = false }) {
  const input = { description, prompt, subagent_type: type, ...(isBackground ? { run_in_background: true } : {}) }
  call(parent, `toolu_${agent}`, 'Agent', input)
  person(agent, prompt)
  const meta = { agentType: type, description, toolUseId: `toolu_${agent}`, spawnDepth: depth }
  writeFileSync(pathOf(agent).replace(/jsonl$/, 'meta.json'), JSON.stringify(meta))
}

function finish(parent, agent, said) {
  speak(agent, said)
  result(parent, `toolu_${agent}`, said, { status: 'completed', agentId: agent, content: [{ type: 'text', text: said }] })
}

const asks = new Map()
let asked = 0
function ask(agent, tool, input, more, then) {
  const id = `ask-${process.pid}-${++asked}`
  asks.set(id, then)
  const request = { subtype: 'can_use_tool', tool_name: tool, input, ...(agent === null ? {} : { agent_id: agent }), ...more }
  say({ type: 'control_request', request_id: id, request })
  return id
}
function withdraw(id) {
  asks.delete(id)
  say({ type: 'control_cancel_request', request_id: id })
}

let isBusy = false
const queue = []

function end(fields = {}) {
  isBusy = false
  say({ type: 'result', subtype: 'success', is_error: false, result: 'done', ...fields })
  const next = queue.shift()
  if (next) turn(next)
}

const rules = (rule) => [
  { type: 'addRules', behavior: 'allow', destination: 'localSettings', rules: [{ toolName: 'Bash', ruleContent: rule }] },
]

const scenes = {
  // Three agents, one of them with a child that asks for a permission.
  guard() {
    begin(null, {
      agent: 'a0000000000000001',
      type: 'Explore',
      description: 'Map the login flow and its waits',
      prompt: 'Map the login flow.',
    })
    call('a0000000000000001', 'toolu_grep', 'Grep', { pattern: 'waitFor', path: 'e2e' })
    result('a0000000000000001', 'toolu_grep', 'e2e/login.spec.ts:58')
    finish(null, 'a0000000000000001', '7 files, 3 suspicious waits')
    begin(null, {
      agent: 'a0000000000000002',
      type: 'general-purpose',
      description: 'Reproduce the flake under load',
      prompt: 'Reproduce the flake.',
    })
    call('a0000000000000002', 'toolu_load', 'Bash', { command: 'npx playwright test login --repeat-each=40' })
    begin(null, {
      agent: 'a0000000000000003',
      type: 'reviewer',
      description: 'Review the token refresh patch',
      prompt: 'Review the patch.',
    })
    begin('a0000000000000003', {
      agent: 'a0000000000000004',
      type: 'fixer',
      description: 'Fix the missed caller',
      prompt: 'Fix the caller.',
      depth: 2,
    })
    const input = {
      command: 'npm run e2e:all -- --reporter=line',
      description: 'Run the whole e2e suite before signing off the patch.',
    }
    call('a0000000000000004', 'toolu_guarded', 'Bash', input)
    ask('a0000000000000004', 'Bash', input, { permission_suggestions: rules('npm run e2e:*') }, (answer) => {
      const isAllowed = answer.behavior === 'allow'
      if (isAllowed) writeFileSync(join(process.cwd(), 'guarded.txt'), 'written')
      const said = isAllowed ? `allowed${answer.updatedPermissions ? ' from now on' : ''}` : `denied: ${answer.message}`
      result('a0000000000000004', 'toolu_guarded', said)
      finish('a0000000000000003', 'a0000000000000004', `The caller was told: ${said}`)
      finish(null, 'a0000000000000003', 'One caller was missed, it is fixed')
      result('a0000000000000002', 'toolu_load', '1 failed, 39 passed')
      finish(null, 'a0000000000000002', 'It fails at line 58')
      if (answer.interrupt) return end({ is_error: true, terminal_reason: 'aborted_tools' })
      speak(null, 'The flake is fixed.')
      end()
    })
  },
  ...askScenes({ call, ask, result, speak, end }),
  listed: () => askListed({ begin, call, ask, result, withdraw }),
  slow() {
    call(null, 'toolu_slow', 'Bash', { command: 'sleep 60' })
  },
  crash() {
    call(null, 'toolu_crash', 'Bash', { command: 'npx playwright test login --repeat-each=400' })
    const said = 'warning: 400 workers on 2 cores\nfatal: the image worker was killed\nError: out of memory\n'
    process.stderr.write(said, () => process.exit(3))
  },
}

function turn(line) {
  isBusy = true
  say({
    type: 'system',
    subtype: 'init',
    model: option('--model') ?? 'claude-opus-4-5',
    permissionMode: option('--permission-mode') ?? 'default',
    claude_code_version: '2.1.327',
  })
  say({ ...line, isReplay: true }) // As it is recorded: a message is part of a turn that has begun.
  const text = line.message.content
  person(null, text)
  isStubborn ||= text.includes('stubborn')
  const scene = Object.keys(scenes).find((name) => text.includes(name))
  if (scene) return scenes[scene]()
  speak(null, `heard: ${text.length > 200 ? `${text.length} letters` : text}`)
  end()
}

const succeed = (id, response = {}) =>
  say({ type: 'control_response', response: { subtype: 'success', request_id: id, response } })
const refuse = (id, error) => say({ type: 'control_response', response: { subtype: 'error', request_id: id, error } })
// What is stubborn lets nothing be cut short.
let isStubborn = false

function control(id, request) {
  if (isStubborn && ['interrupt', 'stop_task'].includes(request.subtype)) return refuse(id, 'It is in the middle of a write.')
  switch (request.subtype) {
    case 'initialize':
      return succeed(id, {
        claude_code_version: '2.1.327',
        pid: process.pid,
        current_permission_mode: option('--permission-mode') ?? 'default',
      })
    case 'interrupt': {
      succeed(id)
      for (const ask of asks.keys()) say({ type: 'control_cancel_request', request_id: ask })
      asks.clear()
      if (isBusy) {
        person(null, '[Request interrupted by user]')
        end({ is_error: true, terminal_reason: 'aborted_tools' })
      }
      return
    }
    case 'cancel_async_message': {
      const at = queue.findIndex(({ uuid }) => uuid === request.message_uuid)
      if (at >= 0) queue.splice(at, 1)
      return succeed(id, { cancelled: at >= 0 })
    }
    case 'stop_task': {
      succeed(id)
      person(request.task_id, '[Request interrupted by user]')
      return
    }
    default:
      return succeed(id)
  }
}

if (args.includes('--fork-session') || (args.includes('--resume') && !existsSync(pathOf(null)))) {
  const from = join(folder, `${option('--resume')}.jsonl`)
  if (!existsSync(from)) {
    process.stderr.write(`No conversation found with session ID: ${option('--resume')}\n`)
    process.exit(1)
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(pathOf(null), readFileSync(from, 'utf8').replaceAll(option('--resume'), session))
}

const input = createInterface({ input: process.stdin })
input.on('line', (text) => {
  const line = JSON.parse(text)
  if (line.type === 'control_request') return control(line.request_id, line.request)
  if (line.type === 'control_response') {
    const then = asks.get(line.response.request_id)
    asks.delete(line.response.request_id)
    return then?.(line.response.response)
  }
  if (line.type !== 'user') return
  if (isBusy) queue.push(line)
  else turn(line)
})
// What is stubborn outlives its input, too, for as long as any of this lasts.
input.on('close', () => (isStubborn ? setInterval(() => undefined, 1000) : process.exit(0)))
