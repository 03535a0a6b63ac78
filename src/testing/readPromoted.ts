import { readFileSync } from 'node:fs'
import { asObject, asText, type Json } from '../core/readJson'
import { conversationFaults, type SaidMessage } from './conversationFaults'

export interface PromotedSession {
  readonly records: readonly Json[]
  readonly messages: readonly SaidMessage[]
  /** Where it breaks a rule that some release needs. */
  readonly faults: readonly string[]
}

/** The file of a promoted session, and whether every release would read it whole. */
export function readPromoted(file: string, session: string): PromotedSession {
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n').slice(0, -1)
  const records = lines.map((line) => asObject(JSON.parse(line)) ?? {})
  const chain = records.filter((record) => record['uuid'] !== undefined)
  const messages = chain.map(messageOf)
  const faults = [...conversationFaults(messages), ...linkFaults(chain, session), ...groupFaults(chain)]
  if (!text.endsWith('\n')) faults.push('the last line is not complete')
  if (records.at(-1)?.['type'] !== 'custom-title') faults.push('the last line is no title')
  if (String(records.at(-1)?.['customTitle'] ?? ':').includes(':')) faults.push('the title has a colon')
  return { records, messages, faults }
}

function messageOf(record: Json): SaidMessage {
  const attachment = asObject(record['attachment'])
  if (attachment) return { role: 'user', content: attachment['prompt'] }
  const message = asObject(record['message'])
  return { role: asText(message?.['role']) ?? '', content: message?.['content'] }
}

function linkFaults(chain: readonly Json[], session: string): readonly string[] {
  const originals = chain.map((record) => asText(asObject(record['promotedFrom'])?.['uuid']))
  return chain.flatMap((record, i) => {
    const from = originals[i] ?? null
    const before = chain[i - 1]
    const faults: string[] = []
    const wrong = (what: string): void => void faults.push(`record ${i}: ${what}`)
    if (record['parentUuid'] !== (before?.['uuid'] ?? null)) wrong('is not behind the record before')
    if (before && !(Date.parse(String(record['timestamp'])) > Date.parse(String(before['timestamp']))))
      wrong('its time does not rise')
    if (Number.isNaN(Date.parse(String(record['timestamp'])))) wrong('has no time')
    if (record['isSidechain'] !== false) wrong('is a side chain')
    if (record['entrypoint'] !== 'cli') wrong('is of another entrypoint')
    if (record['sessionId'] !== session) wrong('is of another session')
    if (asObject(record['promotedFrom'])?.['provider'] === undefined) wrong('does not say where it is from')
    if (from !== null && originals.indexOf(from) < i) wrong('was copied before')
    if (record['agentId'] !== undefined) wrong('is still of an agent')
    if (record['isApiErrorMessage'] === true) wrong('is an API error')
    return faults
  })
}

/** A response whose blocks are parted by something else is sent in halves. */
function groupFaults(chain: readonly Json[]): readonly string[] {
  const ids = chain.map((record) => asText(asObject(record['message'])?.['id']))
  return ids.flatMap((id, i) =>
    id !== null && ids[i - 1] !== id && ids.indexOf(id) < i ? [`the response ${id} is in two parts`] : [],
  )
}
