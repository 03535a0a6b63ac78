import { appendFileSync } from 'node:fs'

const AT = Date.UTC(2026, 10, 30)

/** An answer as the product writes it, with a number to find it by on the screen. */
export function answerLine(/** @type {{ session: string, agent?: string | null, n: number, stop?: string | null }} */ options) {
  const { session, agent = null, n, stop = 'end_turn' } = options
  const id = `${session.slice(0, 8)}-${(agent ?? 'main').slice(-8)}-${n}`
  const usage = { input_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 }
  return line(session, agent, `page-${id}`, AT + n, {
    type: 'assistant',
    requestId: `req_${id}`,
    message: {
      model: 'claude-sonnet-5',
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: `mark-${n}- ${'word '.repeat(60)}` }],
      stop_reason: stop,
      usage,
    },
  })
}

/** A call of an agent that is not there yet. */
export function spawnLine(/** @type {{ session: string, agent?: string | null, n: number }} */ { session, agent = null, n }) {
  const id = `spawn-${(agent ?? 'main').slice(-8)}-${n}`
  const input = { description: `late agent ${n}`, prompt: `late ${n}`, subagent_type: 'Explore' }
  return line(session, agent, `page-${id}`, AT + n, {
    type: 'assistant',
    requestId: `req_${id}`,
    message: {
      model: 'claude-sonnet-5',
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      content: [{ type: 'tool_use', id: `toolu_${id}`, name: 'Agent', input }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 },
    },
  })
}

function line(session, agent, uuid, at, fields) {
  const where = { parentUuid: null, isSidechain: agent !== null, ...(agent === null ? {} : { agentId: agent }) }
  const record = {
    ...where,
    cwd: '/home/dev/project-000',
    sessionId: session,
    version: '2.1.206',
    ...fields,
    uuid,
    timestamp: new Date(at).toISOString(),
  }
  return `${JSON.stringify(record)}\n`
}

/** Calls `write(n)` for n = 1 … count at an even pace, and says when each was written. @param {number} perSecond @param {number} count @param {(n: number) => void} write */
export async function paced(perSecond, count, write) {
  const began = performance.now()
  /** @type {number[]} */
  const sent = []
  for (let n = 1; n <= count; n++) {
    const wait = began + (n * 1000) / perSecond - performance.now()
    if (wait > 0.5) await new Promise((resolve) => setTimeout(resolve, wait))
    sent.push(performance.timeOrigin + performance.now())
    write(n)
  }
  return sent
}

/** @param {string} path @param {string} text */
export function append(path, text) {
  appendFileSync(path, text)
}
