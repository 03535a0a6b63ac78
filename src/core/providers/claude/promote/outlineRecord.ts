import { isRecord } from '../../../isRecord'
import { asId, asObject, asText, type Json, textOf } from '../../../readJson'
import { SYNTHETIC_MODEL } from '../names'

/** Where a line lies: `file` counts the files that were read for one promotion. */
export interface LinePlace {
  readonly file: number
  readonly line: number
  readonly offset: number
  readonly length: number
}

export interface OutlinedCall {
  readonly id: string
  readonly name: string
}

export interface ForkReference {
  readonly session: string | null
  readonly leaf: string | null
}

/** What the promotion must know of a record, without its texts: a transcript of 200 MB is held as its outlines only. */
export interface Outline {
  readonly kind: 'user' | 'assistant' | 'queued' | 'boundary' | 'fork' | 'other'
  readonly place: LinePlace
  readonly uuid: string | null
  readonly parent: string | null
  /** NaN: it says no time. */
  readonly at: number
  readonly isSidechain: boolean
  readonly agent: string | null
  readonly cwd: string | null
  readonly version: string | null
  readonly message: string | null
  readonly model: string | null
  readonly calls: readonly OutlinedCall[]
  readonly results: readonly string[]
  /** It holds something besides results. */
  readonly hasWords: boolean
  /** The beginning of what a user record says. */
  readonly words: string
  readonly isSummary: boolean
  /** Said by the CLI in the model's name: an API error, a filler. */
  readonly isNoise: boolean
  /** Tokens in the context after it. */
  readonly context: number | null
  /** Of a boundary: what stands before it and is sent all the same. */
  readonly preserved: readonly string[]
  readonly fork: ForkReference | null
  /** A result of it names a file of the session it was written in. */
  readonly isStoredAside: boolean
}

const WORDS_LENGTH = 200
const STORED_ASIDE = '<persisted-output>'

/** Null: no record at all. Foreign shapes are outlined as far as they can be understood. */
export function outlineRecord(value: unknown, place: LinePlace, raw: string): Outline | null {
  const record = asObject(value)
  if (!record) return null
  const message = asObject(record['message'])
  const kind = kindOf(record, message)
  const blocks = blocksOf(message?.['content'])
  const isTalk = kind === 'user' || kind === 'assistant'
  const results = kind === 'user' ? blocks.flatMap((block) => idOf(block, 'tool_result', 'tool_use_id')) : []
  return {
    kind,
    place,
    uuid: asId(record['uuid']),
    parent: asId(record['parentUuid']),
    at: Date.parse(asText(record['timestamp']) ?? ''),
    isSidechain: record['isSidechain'] === true,
    agent: asId(record['agentId']),
    cwd: asText(record['cwd']),
    version: asText(record['version']),
    message: kind === 'assistant' ? asId(message?.['id']) : null,
    model: kind === 'assistant' ? asText(message?.['model']) : null,
    calls: kind === 'assistant' ? blocks.flatMap(callOf) : [],
    results,
    hasWords: isTalk && (typeof message?.['content'] === 'string' || blocks.some((block) => block['type'] !== 'tool_result')),
    words: kind === 'user' ? beginningOf(textOf(message?.['content'])) : '',
    isSummary: record['isCompactSummary'] === true,
    isNoise: record['isApiErrorMessage'] === true || message?.['model'] === SYNTHETIC_MODEL,
    context: kind === 'assistant' ? contextOf(asObject(message?.['usage'])) : null,
    preserved: kind === 'boundary' ? preservedOf(record) : [],
    fork: kind === 'fork' ? { session: asId(record['parentSessionId']), leaf: asId(record['parentLastUuid']) } : null,
    isStoredAside: results.length > 0 && raw.includes(STORED_ASIDE),
  }
}

function kindOf(record: Json, message: Json | null): Outline['kind'] {
  switch (record['type']) {
    case 'user':
    case 'assistant':
      return isContent(message?.['content']) ? record['type'] : 'other'
    case 'attachment':
      return asObject(record['attachment'])?.['type'] === 'queued_command' ? 'queued' : 'other'
    case 'system':
      return record['subtype'] === 'compact_boundary' ? 'boundary' : 'other'
    case 'fork-context-ref':
      return 'fork'
    default:
      return 'other'
  }
}

function isContent(content: unknown): boolean {
  return typeof content === 'string' || (Array.isArray(content) && content.length > 0)
}

function blocksOf(content: unknown): readonly Json[] {
  return Array.isArray(content) ? content.filter(isRecord) : []
}

function idOf(block: Json, type: string, key: string): readonly string[] {
  const id = block['type'] === type ? asId(block[key]) : null
  return id === null ? [] : [id]
}

function callOf(block: Json): readonly OutlinedCall[] {
  return idOf(block, 'tool_use', 'id').map((id) => ({ id, name: asText(block['name']) ?? '' }))
}

/** Joined anew: a slice would keep the whole text alive. */
function beginningOf(text: string): string {
  return Array.from(text.slice(0, WORDS_LENGTH)).join('')
}

function contextOf(usage: Json | null): number | null {
  const keys = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens']
  const counts = keys.flatMap((key) => (typeof usage?.[key] === 'number' ? [usage[key]] : []))
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

function preservedOf(record: Json): readonly string[] {
  const uuids = asObject(asObject(record['compactMetadata'])?.['preservedMessages'])?.['uuids']
  return Array.isArray(uuids) ? uuids.filter((uuid) => typeof uuid === 'string') : []
}
