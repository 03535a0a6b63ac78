import type { ReadOnlyDatabase } from './readOnlyDatabase'
import { readSessionRecord } from './readSessionRecord'
import { recordId } from './recordBytes'
import { readLastMessages, readMessage, readPart, readParts } from './recordRows'

/** One record as it is now; null: it is gone. */
export function readRecord(database: ReadOnlyDatabase, session: string, record: string): Buffer | null {
  const [kind, id = ''] = record.split(/:(.*)/s)
  switch (kind) {
    case 'session':
      return id === session ? readSessionRecord(database, session) : null
    case 'message':
      return readMessage(database, session, id)?.record.json ?? null
    case 'part':
      return readPart(database, session, id)?.record.json ?? null
    default:
      return null
  }
}

/** The last records of a session in their order, at least `limit` where there are so many. */
export function readTail(database: ReadOnlyDatabase, session: string, limit: number): (readonly [string, Buffer])[] {
  const backwards: (readonly [string, Buffer])[] = []
  for (const message of readLastMessages(database, session, limit)) {
    if (backwards.length >= limit) break
    for (const { record } of readParts(database, session, message.id).reverse()) backwards.push([record.id, record.json])
    backwards.push([message.record.id, message.record.json])
  }
  const own = backwards.length < limit ? readSessionRecord(database, session) : null
  if (own) backwards.push([recordId.session(session), own])
  return backwards.reverse()
}
