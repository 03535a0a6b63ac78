import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const FLUSH_CHARS = 2_000_000

/** One transcript file, written record by record, as Claude Code writes it. */
export class TranscriptWriter {
  bytes = 0
  lines = 0
  #handle
  #path
  #who
  #chance
  #waiting = []
  #waitingChars = 0
  #parent = null

  /** `who`: session, agent (null: the main thread), cwd, slug, at. @param {string} path */
  constructor(path, who, chance) {
    mkdirSync(dirname(path), { recursive: true })
    this.#path = path
    this.#who = who
    this.#chance = chance
    this.#handle = openSync(path, 'w')
  }

  get at() {
    return this.#who.at
  }

  set at(at) {
    this.#who.at = at
  }

  /** A record without the envelope of a conversation. */
  bare(record) {
    const line = `${JSON.stringify(record)}\n`
    this.bytes += Buffer.byteLength(line)
    this.lines++
    this.#waiting.push(line)
    this.#waitingChars += line.length
    if (this.#waitingChars > FLUSH_CHARS) this.#flush()
  }

  /** A record of the conversation: the next link of the chain. The order of keys is the product's. */
  say(record) {
    const { session, agent, cwd, slug } = this.#who
    const uuid = this.#chance.uuid()
    const { type, ...rest } = record
    this.bare({
      parentUuid: this.#parent,
      isSidechain: agent !== null,
      ...(agent === null ? {} : { agentId: agent }),
      userType: 'external',
      cwd,
      sessionId: session,
      version: '2.1.206',
      gitBranch: 'main',
      slug,
      ...(type === 'assistant' ? { ...rest, type } : { type, ...rest }),
      uuid,
      timestamp: new Date(this.at).toISOString(),
    })
    this.#parent = uuid
    this.at += this.#chance.int(200, 4000)
  }

  close() {
    this.#flush()
    closeSync(this.#handle)
    utimesSync(this.#path, this.at / 1000, this.at / 1000)
  }

  #flush() {
    if (this.#waiting.length > 0) writeSync(this.#handle, this.#waiting.join(''))
    this.#waiting = []
    this.#waitingChars = 0
  }
}
