import type { AgentEvent } from '../core/event'
import type { LineSketch } from '../core/itemBody'
import { applyTo, resetSource, setUnread } from '../core/model/forest'
import type { Run } from '../core/model/run'
import type { SourceStore } from '../core/sourceStore'
import { addSketch, noteProblem, noteUnreadable, restartTail, type SourceTail } from './sourceTail'

/** Takes over what the store has learnt of one conversation since the last time. */
export function readStored(
  store: SourceStore,
  run: Run,
  path: string,
  tail: SourceTail,
  { isFinished }: { readonly isFinished: boolean },
): void {
  let current = ''
  const onEvent = (event: AgentEvent): void => applyTo(run, path, event, tail.line)
  const onSketch = (sketch: LineSketch): void => {
    const offset = tail.recordIds.numberOf(sketch.record ?? current)
    addSketch(tail, sketch, { offset, length: 0, line: 0 })
  }
  const sketches = tail.items ? onSketch : undefined
  const outcome = store.read(tail.origin.path, tail.cursor, {
    onReplaced: () => restartTail(run, path, tail),
    onRecord: (id, json) => {
      tail.line++
      current = id
      const reason = tail.decoder.line(asBuffer(json), 0, json.length, onEvent, sketches)
      if (reason !== null) noteProblem(run, path, tail, 'bad_json', `${id}: ${reason}`)
    },
  })
  switch (outcome.kind) {
    case 'read':
      tail.cursor = outcome.cursor
      setUnread(run, path, null)
      tail.decoder.settle?.(onEvent, sketches)
      if (isFinished) tail.decoder.finish?.(onEvent, sketches)
      return
    case 'gone':
      restartTail(run, path, tail)
      resetSource(run, path)
      return
    case 'unreadable':
      noteUnreadable(run, path, tail, outcome.reason)
      return
    default:
      outcome satisfies never
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
