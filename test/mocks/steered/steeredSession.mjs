// Speaks the control protocol of a steered Claude Code session, and writes its transcript, as far as the tests of driving need it: a
// prompt that says "ask" asks for permission, one that says "wait" never ends its turn, one that says "break" breaks it, all others are
// answered. In a terminal it only notes how it was called, and
// stays there (--stay) until it is told to end.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const args = process.argv.slice(2)
if (args.includes('--version')) {
  process.stdout.write('2.1.327 (Claude Code)\n')
  process.exit(0)
}
const id = args[args.indexOf(args.includes('--session-id') ? '--session-id' : '--resume') + 1]
const file = join(process.env.CLAUDE_CONFIG_DIR, 'projects', process.cwd().replace(/[^a-zA-Z0-9]/g, '-'), `${id}.jsonl`)
mkdirSync(dirname(file), { recursive: true })

if (!args.includes('-p')) {
  writeFileSync(join(process.env.CLAUDE_CONFIG_DIR, 'called.json'), JSON.stringify({ args, folder: process.cwd() }))
  if (!args.includes('--stay')) process.exit(0)
  process.stdout.write('it stays\n')
  const told = () => {
    process.stdout.write('it was told to end\n')
    process.exit(0)
  }
  process.on('SIGTERM', told)
  // For as long as a test may last.
  await new Promise((resolve) => setTimeout(resolve, 60_000))
}

let count = 0
let parentUuid = null
function say(line) {
  process.stdout.write(`${JSON.stringify({ session_id: id, ...line })}\n`)
}
function record(type, message) {
  const uuid = `${id.slice(0, -8)}${String(process.pid % 10_000).padStart(4, '0')}${String(count++).padStart(4, '0')}`
  const about = { isSidechain: false, timestamp: new Date().toISOString(), cwd: process.cwd(), sessionId: id, version: '2.1.327' }
  appendFileSync(file, `${JSON.stringify({ parentUuid, type, message, uuid, ...about })}\n`)
  parentUuid = uuid
}
function answer(text) {
  const content = [{ type: 'text', text }]
  const usage = { input_tokens: 1, output_tokens: 1 }
  record('assistant', {
    id: `m${count}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4',
    content,
    stop_reason: 'end_turn',
    usage,
  })
  say({ type: 'result', subtype: 'success', is_error: false, result: text })
}
function wordsOf({ content }) {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

createInterface({ input: process.stdin })
  .on('line', (text) => {
    const line = JSON.parse(text)
    if (line.type === 'control_response') return answer(`was told ${line.response.response.behavior}`)
    if (line.type === 'control_request') {
      say({ type: 'control_response', response: { subtype: 'success', request_id: line.request_id, response: {} } })
      if (line.request.subtype === 'interrupt')
        say({ type: 'result', subtype: 'error_during_execution', is_error: false, result: '' })
      return
    }
    if (line.type !== 'user') return
    // In this order, as it is recorded: a message is part of a turn that has begun.
    say({ type: 'system', subtype: 'init', cwd: process.cwd(), model: 'claude-opus-4', permissionMode: 'default', tools: [] })
    say({ type: 'user', message: line.message, uuid: line.uuid, isReplay: true })
    const words = wordsOf(line.message)
    record('user', { role: 'user', content: words })
    if (words.includes('ask')) {
      const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'rm -rf build' }, tool_use_id: 'toolu_1' }
      say({ type: 'control_request', request_id: 'r1', request })
    } else if (words.includes('break')) {
      say({ type: 'result', subtype: 'success', is_error: true, result: 'Invalid API key' })
    } else if (!words.includes('wait')) answer(`heard ${words}`)
  })
  .on('close', () => process.exit(0))
