import type { LineSketch } from '../core/itemBody'
import { applyTo, restartSource, setUnread } from '../core/model/forest'
import type { Run } from '../core/model/run'
import type { Decoder, SourceSpec } from '../core/provider'
import type { StoreCursor } from '../core/sourceStore'
import { RecordIds } from './RecordIds'
import type { SourcePlace } from './sourcePlace'
import { NEW_TAIL, type TailState } from './tailState'
import { type LinePlace, TranscriptColumns } from './transcriptIndex'

/** How far one source has been read, and what reads it. */
export interface SourceTail {
  readonly spec: SourceSpec
  state: TailState
  /** Of a store. */
  cursor: StoreCursor | null
  decoder: Decoder
  line: number
  pendingBytes: number
  /** Items by thread; null where nobody will ask for them. */
  items: Map<string, TranscriptColumns> | null
  /** Of a store. */
  readonly recordIds: RecordIds
}

export function newTail({ provider }: SourcePlace, spec: SourceSpec, run: string, withItems: boolean): SourceTail {
  return {
    spec,
    state: NEW_TAIL,
    cursor: null,
    decoder: provider.openDecoder(spec, run),
    line: 0,
    pendingBytes: 0,
    items: withItems ? new Map() : null,
    recordIds: new RecordIds(),
  }
}

/** What the source said before counts no more. */
export function restartTail({ provider }: SourcePlace, run: Run, path: string, tail: SourceTail): void {
  restartSource(run, path)
  tail.decoder = provider.openDecoder(tail.spec, run.id)
  tail.line = 0
  tail.cursor = null
  tail.items?.clear()
  tail.recordIds.clear()
}

export function addSketch(tail: SourceTail, sketch: LineSketch, place: LinePlace): void {
  const { items } = tail
  if (!items) return
  let columns = items.get(sketch.thread)
  if (!columns) {
    columns = new TranscriptColumns(tail.spec.format === 'records' ? tail.recordIds : null)
    items.set(sketch.thread, columns)
  }
  columns.add(sketch, place)
}

export function noteProblem(run: Run, path: string, tail: SourceTail, code: string, message: string): void {
  applyTo(run, path, { kind: 'problem', code, message }, tail.line)
}

export function noteUnreadable(run: Run, path: string, tail: SourceTail, reason: string): void {
  const { role, agent, project } = tail.spec
  // A side file says something about an agent; it does not hold its words.
  setUnread(run, path, { thread: role === 'side' ? '' : (agent ?? run.id), project, reason, line: tail.line })
}
