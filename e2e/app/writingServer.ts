import { type SessionServer, startSessionServer } from '../../src/testing/sessionServer'
import { GrowingDatabase } from './harness/GrowingDatabase'
import type { World } from './harness/World'

/** A run of OpenCode whose root writes its last answer: its database, which gets the answer when it is whole, and the server that tells each word. */
export interface WritingServer {
  readonly server: SessionServer
  /** What the program is told of it. */
  readonly variables: Readonly<Record<string, string>>
  /** Once somebody listens. */
  begin(): Promise<void>
  write(words: string): void
  /** As fast as a model does: 200 a second. */
  writeAll(words: readonly string[]): Promise<void>
  think(words: string): void
  /** What was thought is taken back: the recording has no such part. */
  forgetThought(): void
  /** The answer is whole: it stands in the database, and the server says so. */
  settle(): void
  close(): Promise<void>
}

export const WRITING_TITLE = 'Permission test'

const ANSWER = { recorded: 'Finished.', message: 'msg_1ee77a79d001uxuhhfNEAc62JO', part: 'prt_1ee77a909001X7PXcWIgAIqIx2' }
const THOUGHT = 'prt_1ee77a908001thought'

export async function startWritingServer(world: World, answer: string): Promise<WritingServer> {
  const recording = world.recordingOf('opencode', '1.18.34/permission')
  const run = recording.runs[0]?.agents[0]?.id ?? ''
  const database = new GrowingDatabase(recording, world.rootOf('opencode'), { [ANSWER.recorded]: answer })
  database.writeUntil(ANSWER.part)
  database.writeNext()
  const server = await startSessionServer()
  const say = (type: string, properties: object): void =>
    server.say({ id: 'evt_1', type, properties: { sessionID: run, ...properties } })
  const ids = { messageID: ANSWER.message, sessionID: run }
  const begin = (id: string, type: string): void =>
    say('message.part.updated', { part: { id, ...ids, type, text: '', time: { start: 1 } }, time: 1 })
  const more = (partID: string, delta: string): void =>
    say('message.part.delta', { messageID: ANSWER.message, partID, field: 'text', delta })
  let hasThought = false
  return {
    server,
    variables: { UNDERSTORY_OPENCODE_SERVERS: server.url },
    async begin() {
      await server.streams(1)
      say('session.status', { status: { type: 'busy' } })
      begin(ANSWER.part, 'text')
    },
    write: (words) => more(ANSWER.part, words),
    writeAll: (words) => atSpeed(words, (word) => more(ANSWER.part, word)),
    think(words) {
      if (!hasThought) begin(THOUGHT, 'reasoning')
      hasThought = true
      more(THOUGHT, words)
    },
    forgetThought: () => say('message.part.removed', { messageID: ANSWER.message, partID: THOUGHT }),
    settle() {
      database.writeNext()
      const part = { id: ANSWER.part, ...ids, type: 'text', text: answer, time: { start: 1, end: 2 } }
      say('message.part.updated', { part, time: 2 })
    },
    async close() {
      database.close()
      await server.close()
    },
  }
}

const WORD_MS = 5

function atSpeed(words: readonly string[], say: (word: string) => void): Promise<void> {
  const began = Date.now()
  const due = [...words]
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      for (const word of due.splice(0, (Date.now() - began) / WORD_MS - (words.length - due.length))) say(word)
      if (due.length > 0) return
      clearInterval(timer)
      resolve()
    }, WORD_MS)
  })
}
