import type { SourceHead } from '../../provider'
import { asObject, parseJson } from '../../readJson'
import { readSession, type Session } from './readSession'

const NOTHING: SourceHead = { run: null, rootRecord: null, rootAt: Number.NaN, bornAt: Number.NaN }

/** The first record names the conversation; in a fork those of its origins follow, and the last of them is the eldest. */
export function readHead(lines: readonly string[]): SourceHead {
  const sessions: Session[] = []
  for (const line of lines) {
    const record = asObject(parseJson(line))
    if (!record) continue
    if (record['type'] !== 'session_meta') break
    const session = readSession(asObject(record['payload']) ?? {})
    if (session) sessions.push(session)
  }
  const [own] = sessions
  if (!own) return NOTHING
  // Releases up to 0.128 name only the parent, and the tree is known once that one's own head is.
  const run = own.root ?? (own.parent === null ? own.id : null)
  const eldest = sessions.at(-1) ?? own
  const rootRecord = eldest === own ? (own.forkedFrom ?? own.id) : (eldest.root ?? eldest.id)
  return { run, parent: own.parent, rootRecord, rootAt: own.at, bornAt: own.at }
}
