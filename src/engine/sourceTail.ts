import type { LineSketch } from '../core/itemBody'
import { applyTo, restartSource, setUnread } from '../core/model/forest'
import type { Run } from '../core/model/run'
import type { Decoder, SourceSpec } from '../core/provider'
import type { StoreCursor } from '../core/sourceStore'
import { RecordIds } from './RecordIds'
import type { SourcePlace } from './sourcePlace'
import { NEW_TAIL, type TailState } from './tailState'
import type { RawList } from './transcript/raw/RawList'
import { type LinePlace, TranscriptColumns } from './transcriptIndex'

/** Where a source lies. Of a run's own sources the path is its name in the run; a guest's has its product's name before it. */
export interface SourceOrigin {
  readonly place: SourcePlace
  readonly path: string
  /** The run that its product counts it to. */
  readonly run: string
}

/** How far one source has been read, and what reads it. */
export interface SourceTail {
  readonly origin: SourceOrigin
  readonly spec: SourceSpec
  state: TailState
  /** Of a store. */
  cursor: StoreCursor | null
  /** Of a store: stopped in the middle of a reading, so that what was told is not the whole. */
  isPartial: boolean
  decoder: Decoder
  line: number
  pendingBytes: number
  /** Items by thread; null where nobody will ask for them. */
  items: Map<string, TranscriptColumns> | null
  /** Of a store. */
  readonly recordIds: RecordIds | null
  /** Records that are part of no item; null: nobody has asked for them yet. */
  raw: RawList | null
}

export function newTail(origin: SourceOrigin, spec: SourceSpec, withItems: boolean): SourceTail {
  return {
    origin,
    spec,
    state: NEW_TAIL,
    cursor: null,
    isPartial: false,
    decoder: origin.place.provider.openDecoder(spec, origin.run),
    line: 0,
    pendingBytes: 0,
    items: withItems ? new Map() : null,
    recordIds: spec.format === 'records' ? new RecordIds() : null,
    raw: null,
  }
}

/** What the source said before counts no more. */
export function restartTail(run: Run, path: string, tail: SourceTail): void {
  const { origin } = tail
  restartSource(run, path)
  tail.decoder = origin.place.provider.openDecoder(tail.spec, origin.run)
  tail.line = 0
  tail.cursor = null
  tail.raw = null
  tail.items?.clear()
  tail.recordIds?.clear()
}

export function addSketch(tail: SourceTail, sketch: LineSketch, place: LinePlace): void {
  const { items } = tail
  if (!items) return
  let columns = items.get(sketch.thread)
  if (!columns) {
    columns = new TranscriptColumns(tail.recordIds)
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
  setUnread(run, path, { thread: role === 'side' ? '' : (agent ?? tail.origin.run), project, reason, line: tail.line })
}
