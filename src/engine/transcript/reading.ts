import type { Allowances } from '../../core/allowances'
import type { AnswerBody, ImageBody, ItemBody } from '../../core/itemBody'
import { instant } from '../../core/model/viewAgent'
import { AgentKey } from '../../shared/ids'
import type { AgentView, TranscriptItem } from '../../shared/views'
import type { SourcePlace } from '../sourcePlace'
import type { RecordPlace, TranscriptIndex } from '../transcriptIndex'
import { RecordFile } from './RecordFile'
import { readAllowances } from './readAllowances'
import { StoredRecords } from './StoredRecords'
import type { TranscriptRecords } from './TranscriptRecords'

/** One agent's transcript, open for as long as one question takes. */
export interface TranscriptReading {
  readonly uri: string
  readonly key: AgentKey
  /** Null: only the end of the file was looked at. */
  readonly agent: AgentView | null
  /** Relative to the provider's root. */
  readonly path: string
  readonly index: TranscriptIndex
  /** A call without an answer may still get one. */
  readonly isLive: boolean
  /** Whole, whatever its length; null: there is no such item. */
  item(n: number): TranscriptItem | null
  /** Of the item itself, then of its tool's result. */
  images(n: number): readonly ImageBody[]
  /** The record as it lies on disk; null: it can no longer be read. */
  line(place: RecordPlace): Buffer | null
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
  readonly agent: AgentView | null
  /** call → key of the agent it started, over the whole run. */
  readonly keyOfCall: ReadonlyMap<string, string>
  readonly isLive: boolean
}

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
    this.agent = source.agent
    this.path = source.path
    this.index = source.index
    this.isLive = source.isLive
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
