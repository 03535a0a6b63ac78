import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemBody } from '../core/itemBody'
import { instant } from '../core/model/viewAgent'
import type { Provider } from '../core/provider'
import { AgentKey } from '../shared/ids'
import type { TranscriptItem, TranscriptPage } from '../shared/views'
import type { RecordPlace, TranscriptIndex } from './transcriptIndex'

export interface PageRequest {
  readonly provider: Provider
  readonly root: string
  readonly path: string
  readonly index: TranscriptIndex
  readonly uri: string
  readonly key: AgentKey
  /** call → key of the agent it started, over the whole run. */
  readonly keyOfCall: ReadonlyMap<string, string>
  readonly isLive: boolean
  readonly before: number | null
  readonly limit: number
}

/** A few reads at known places; nothing before or behind the page is touched. */
export function readPage(request: PageRequest): TranscriptPage {
  const { index, uri, key } = request
  const total = index.total
  const to = Math.max(0, Math.min(request.before ?? total, total))
  const from = Math.max(0, to - request.limit)
  const items: TranscriptItem[] = []
  const handle = total === 0 ? NO_HANDLE : openFile(join(request.root, request.path))
  try {
    const records = new RecordCache(handle, request.provider)
    for (let n = from; n < to; n++) items.push(readItem(request, records, n))
  } finally {
    if (handle !== NO_HANDLE) closeSync(handle)
  }
  return { uri, key, total, from, items }
}

const NO_HANDLE = -1

/** Deleted or forbidden since it was indexed: its items are then shown as holes. */
function openFile(path: string): number {
  try {
    return openSync(path, 'r')
  } catch {
    return NO_HANDLE
  }
}

/** Blocks of one record, and call and answer, often lie in one line. */
class RecordCache {
  private readonly parsed = new Map<number, unknown>()
  private readonly items = new Map<number, readonly ItemBody[]>()
  private readonly handle: number
  private readonly provider: Provider

  constructor(handle: number, provider: Provider) {
    this.handle = handle
    this.provider = provider
  }

  itemsAt(place: RecordPlace): readonly ItemBody[] {
    let items = this.items.get(place.offset)
    if (!items) {
      items = this.provider.readItems(this.at(place))
      this.items.set(place.offset, items)
    }
    return items
  }

  at({ offset, length }: RecordPlace): unknown {
    if (this.parsed.has(offset)) return this.parsed.get(offset)
    let value: unknown = null
    try {
      const buffer = Buffer.allocUnsafe(length)
      const read = readSync(this.handle, buffer, 0, length, offset)
      value = JSON.parse(buffer.toString('utf8', 0, read))
    } catch {
      // Rewritten under our hands: the next update indexes it anew, this page shows a hole.
    }
    this.parsed.set(offset, value)
    return value
  }
}

function readItem(request: PageRequest, records: RecordCache, n: number): TranscriptItem {
  const { index } = request
  const place = index.recordOf(n)
  const body = records.itemsAt(place)[index.blockOf(n)]
  return {
    n,
    at: body ? instant(body.at) : null,
    kind: body?.kind ?? 'error',
    role: body?.role ?? 'system',
    text: body?.text ?? 'This record can no longer be read.',
    model: body?.model ?? null,
    messageId: body?.messageId ?? null,
    tool: body?.tool ? toolOf(request, records, body, body.tool) : null,
    source: { path: request.path, offset: place.offset },
  }
}

function toolOf(
  request: PageRequest,
  records: RecordCache,
  body: ItemBody,
  tool: NonNullable<ItemBody['tool']>,
): NonNullable<TranscriptItem['tool']> {
  const place = request.index.answerTo(tool.call)
  const answer = place ? request.provider.readAnswer(records.at(place), tool.call) : null
  const key = request.keyOfCall.get(tool.call)
  const tookMs = answer ? answer.at - body.at : Number.NaN
  return {
    name: tool.name,
    callId: tool.call,
    input: tool.input,
    output: answer?.output ?? null,
    status: answer ? (answer.isError ? 'error' : 'ok') : request.isLive ? 'running' : 'error',
    durationMs: Number.isNaN(tookMs) ? null : Math.max(0, tookMs),
    agent: key === undefined ? null : AgentKey.parse(key),
  }
}
