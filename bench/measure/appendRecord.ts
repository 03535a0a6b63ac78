import { appendFileSync } from 'node:fs'

const AT = Date.UTC(2026, 10, 30)

/** One answer as a line: a new response, so that the tree's count of requests tells how many have been read. */
export function answerLine(options: { session: string; agent: string | null; n: number; bytes?: number }): string {
  const { session, agent, n, bytes = 600 } = options
  const id = `${session.slice(0, 8)}-${(agent ?? 'main').slice(-8)}-${n}`
  const usage = { input_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 }
  const content = [{ type: 'text', text: `step ${n} ${'x'.repeat(bytes)}` }]
  const message = {
    model: 'claude-sonnet-5',
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: 'end_turn',
    usage,
  }
  const record = {
    parentUuid: null,
    isSidechain: agent !== null,
    ...(agent === null ? {} : { agentId: agent }),
    cwd: '/home/dev/project-000',
    sessionId: session,
    version: '2.1.206',
    message,
    requestId: `req_${id}`,
    type: 'assistant',
    uuid: `uuid-${id}`,
    timestamp: new Date(AT + n).toISOString(),
  }
  return `${JSON.stringify(record)}\n`
}

export function appendAnswer(path: string, options: Parameters<typeof answerLine>[0]): void {
  appendFileSync(path, answerLine(options))
}

/** Milliseconds on the clock that all processes of this machine share. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
