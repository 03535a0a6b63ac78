import type { Allowances } from '../../core/allowances'
import type { AnswerBody, ImageBody, ItemBody } from '../../core/itemBody'
import { instant } from '../../core/model/viewAgent'
import type { RecordName } from '../../core/provider'
import { asObject, parseJson } from '../../core/readJson'
import { AgentKey } from '../../shared/ids'
import type { AgentView, ItemKind, TranscriptItem } from '../../shared/views'
import type { ThreadName } from '../engine'
import type { SourcePlace } from '../sourcePlace'
import type { RecordPlace, TranscriptIndex } from '../transcriptIndex'
import { RecordFile } from './RecordFile'
import type { RawList } from './raw/RawList'
import { readAllowances } from './readAllowances'
import { StoredRecords } from './StoredRecords'
import type { TranscriptRecords } from './TranscriptRecords'

/** One agent's transcript, open for as long as one question takes. */
export interface TranscriptReading {
  readonly uri: string
  readonly key: AgentKey
  /** The conversation that it shows. */
  readonly thread: ThreadName
  /** Null: only the end of the file was looked at. */
  readonly agent: AgentView | null
  /** Relative to the provider's root. */
  readonly path: string
  readonly index: TranscriptIndex
  /** A call without an answer may still get one. */
  readonly isLive: boolean
  /** Whether one of its items is of the record with this id; in a file of lines only the last ones are asked. */
  holds(record: string): boolean
  /** What the record with this id is going to be, be it an item yet or not; null: not known. */
  kindIn(record: string): ItemKind | null
  /** Whole, whatever its length; null: there is no such item. */
  item(n: number): TranscriptItem | null
  /** Of the item itself, then of its tool's result. */
  images(n: number): readonly ImageBody[]
  /** The record as it lies on disk; null: it can no longer be read. */
  line(place: RecordPlace): Buffer | null
  /** Its records that are part of no item; null: they are counted to another agent, or only the end of it was looked at. */
  readonly raw: RawList | null
  /** One of those, as it lies on disk; null: it can no longer be read. */
  rawLine(raw: number): Buffer | null
  /** Those from `from` to `to` will be asked for. */
  prepareRaw(from: number, to: number): void
  nameRecord(record: unknown): RecordName
  /** What the product recorded of the agent's restrictions. */
  allowances(): Allowances
  /** Items `from` to `to` will be asked for. */
  prepare(from: number, to: number): void
  /** What was read so far is not needed any more. */
  forget(): void
}

export interface ReadingSource {
  readonly place: SourcePlace
  /** How its bytes are packed. */
  readonly packed?: 'zstd' | undefined
  readonly path: string
  readonly index: TranscriptIndex
  readonly uri: string
  readonly key: AgentKey
  /** Its id as the product knows it. */
  readonly thread: string
  readonly agent: AgentView | null
  /** call → key of the agent it started, over the whole run. */
  readonly keyOfCall: ReadonlyMap<string, string>
  readonly isLive: boolean
  /** Absent: not known. Made only when it is asked for. */
  readonly raw?: () => RawList | null
}

/** More than come between two looks at what is being written. */
const LAST_LINES = 20

export const HOLE = 'This record can no longer be read.'

/** Opens the transcript, lets it be used and closes it. */
export function withReading<T>(source: ReadingSource, use: (reading: TranscriptReading) => T): T {
  const file = openRecords(source)
  try {
    return use(new FileReading(source, file))
  } finally {
    file.close()
  }
}

function openRecords({ place, path, packed, index: { recordIds } }: ReadingSource): TranscriptRecords {
  if (recordIds && place.store) return new StoredRecords(place.provider, place.store, path, recordIds)
  return new RecordFile(place.root, path, place.provider, packed)
}

class FileReading implements TranscriptReading {
  readonly uri: string
  readonly key: AgentKey
  readonly thread: ThreadName
  readonly agent: AgentView | null
  readonly path: string
  readonly index: TranscriptIndex
  readonly isLive: boolean
  private readonly source: ReadingSource
  private readonly file: TranscriptRecords

  constructor(source: ReadingSource, file: TranscriptRecords) {
    this.source = source
    this.file = file
    this.uri = source.uri
    this.key = source.key
    this.thread = { provider: source.place.provider.id, id: source.thread }
    this.agent = source.agent
    this.path = source.path
    this.index = source.index
    this.isLive = source.isLive
  }

  get raw(): RawList | null {
    return this.source.raw?.() ?? null
  }

  holds(record: string): boolean {
    const { recordIds, total } = this.index
    if (recordIds) return recordIds.has(record)
    // A line says its own id; the one behind it may name it too.
    const name = JSON.stringify(record)
    for (let n = total - 1; n >= Math.max(0, total - LAST_LINES); n--) {
      if (this.line(this.index.recordOf(n))?.includes(name)) return true
    }
    return false
  }

  kindIn(record: string): ItemKind | null {
    const { place, path } = this.source
    const bytes = this.index.recordIds ? place.store?.record(path, record) : null
    const json = asObject(bytes ? parseJson(Buffer.from(bytes).utf8Slice()) : null)
    return json ? (place.provider.readItems(json)[0]?.kind ?? null) : null
  }

  item(n: number): TranscriptItem | null {
    if (!isItem(this.index, n)) return null
    const place = this.index.recordOf(n)
    const body = this.file.itemsAt(place)[this.index.blockOf(n)]
    const answer = body?.tool ? this.answerTo(body.tool.call) : null
    const images = (body?.images.length ?? 0) + (answer?.images.length ?? 0)
    return {
      n,
      at: body ? instant(body.at) : null,
      kind: body?.kind ?? 'error',
      role: body?.role ?? 'system',
      text: body?.text ?? HOLE,
      model: body?.model ?? null,
      messageId: body?.messageId ?? null,
      tool: body?.tool ? this.toolOf(body, body.tool, answer) : null,
      source: { path: this.path, offset: place.offset },
      ...(images > 0 ? { images } : {}),
    }
  }

  images(n: number): readonly ImageBody[] {
    if (!isItem(this.index, n)) return []
    const body = this.file.itemsAt(this.index.recordOf(n))[this.index.blockOf(n)]
    const answered = body?.tool ? this.answerTo(body.tool.call)?.images : undefined
    return [...(body?.images ?? []), ...(answered ?? [])]
  }

  line(place: RecordPlace): Buffer | null {
    return this.file.bytesAt(place)
  }

  rawLine(n: number): Buffer | null {
    const stored = this.raw?.storedAt(n)
    if (stored === undefined) return this.raw ? this.file.bytesAt(this.raw.placeOf(n)) : null
    return stored === null ? null : Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  }

  prepareRaw(from: number, to: number): void {
    const { raw } = this
    if (!raw || raw.isStored || to - from < 2) return
    const last = raw.placeOf(to - 1)
    this.file.prefetch(raw.placeOf(from).offset, last.offset + last.length)
  }

  nameRecord(record: unknown): RecordName {
    return this.source.place.provider.nameRecord(record)
  }

  allowances(): Allowances {
    return readAllowances(this.source.place, this.path)
  }

  prepare(from: number, to: number): void {
    const first = this.index.recordOf(from)
    const last = this.index.recordOf(to - 1)
    if (last.offset > first.offset) this.file.prefetch(first.offset, last.offset + last.length)
  }

  forget(): void {
    this.file.forget()
  }

  private toolOf(
    body: ItemBody,
    tool: NonNullable<ItemBody['tool']>,
    answer: AnswerBody | null,
  ): NonNullable<TranscriptItem['tool']> {
    const key = this.source.keyOfCall.get(tool.call)
    const tookMs = answer ? answer.at - body.at : Number.NaN
    return {
      name: tool.name,
      callId: tool.call,
      input: tool.input,
      output: answer?.output ?? null,
      status: answer ? (answer.isError ? 'error' : 'ok') : this.source.isLive ? 'running' : 'error',
      durationMs: Number.isNaN(tookMs) ? null : Math.max(0, tookMs),
      agent: key === undefined ? null : AgentKey.parse(key),
    }
  }

  private answerTo(call: string): AnswerBody | null {
    const place = this.index.answerTo(call)
    return place ? this.source.place.provider.readAnswer(this.file.recordAt(place), call) : null
  }
}

function isItem(index: TranscriptIndex, n: number): boolean {
  return Number.isInteger(n) && n >= 0 && n < index.total
}
