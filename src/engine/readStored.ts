import type { AgentEvent } from '../core/event'
import type { LineSketch } from '../core/itemBody'
import { applyTo, resetSource, setUnread } from '../core/model/forest'
import type { Run } from '../core/model/run'
import type { SourceStore } from '../core/sourceStore'
import { addSketch, noteProblem, noteUnreadable, restartTail, type SourceTail } from './sourceTail'

/** Takes over what the store has learnt of one conversation since the last time. False: stopped early, call again. */
export function readStored(
  store: SourceStore,
  run: Run,
  path: string,
  tail: SourceTail,
  { isFinished, shouldYield }: { readonly isFinished: boolean; readonly shouldYield?: () => boolean },
): boolean {
  let current = ''
  const onEvent = (event: AgentEvent): void => applyTo(run, path, event, tail.line)
  const onSketch = (sketch: LineSketch): void => {
    const offset = tail.recordIds?.numberOf(sketch.record ?? current) ?? 0
    addSketch(tail, sketch, { offset, length: 0, line: 0 })
  }
  const sketches = tail.items ? onSketch : undefined
  const onRecord = (id: string, json: Uint8Array): void => {
    tail.line++
    current = id
    const reason = tail.decoder.line(asBuffer(json), 0, json.length, onEvent, sketches)
    if (reason !== null) noteProblem(run, path, tail, 'bad_json', `${id}: ${reason}`)
  }
  const onReplaced = (): void => restartTail(run, path, tail)
  const outcome = store.read(tail.origin.path, tail.cursor, { onReplaced, onRecord }, shouldYield)
  tail.isPartial = outcome.kind === 'read' && !outcome.isComplete
  switch (outcome.kind) {
    case 'read':
      tail.cursor = outcome.cursor
      setUnread(run, path, null)
      if (tail.isPartial) return false
      tail.decoder.settle?.(onEvent, sketches)
      if (isFinished) tail.decoder.finish?.(onEvent, sketches)
      return true
    case 'gone':
      restartTail(run, path, tail)
      resetSource(run, path)
      return true
    case 'unreadable':
      noteUnreadable(run, path, tail, outcome.reason)
      return true
    default:
      return outcome satisfies never
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
