import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { splitLines } from '../core/framing/splitLines'
import type { SourceStore } from '../core/sourceStore'
import type { CatalogFile } from './catalog'
import { RecordIds } from './RecordIds'
import type { SourcePlace } from './sourcePlace'
import { TranscriptColumns } from './transcriptIndex'

const FIRST_BYTES = 256 * 1024

/**
 * The places of the last items of a file's own thread, found from its end. Null: the file cannot be read. Answers come after their
 * calls, so every call found here finds its answer here too.
 */
export function readTail(place: SourcePlace, file: CatalogFile, run: string, limit: number): TranscriptColumns | null {
  if (file.spec.format === 'records') return place.store && storedTail(place, place.store, file, run, limit)
  // A packed file has no end that could be read alone.
  if (file.spec.packed) return null
  const { provider, root } = place
  let handle: number
  try {
    handle = openSync(join(root, file.path), 'r')
  } catch {
    return null
  }
  try {
    const { size } = fstatSync(handle)
    for (let bytes = FIRST_BYTES; ; bytes *= 4) {
      const from = Math.max(0, size - bytes)
      const columns = sketchFrom(provider, handle, { file, run, from, size })
      if (columns.total >= limit || from === 0) return columns
    }
  } catch {
    return null
  } finally {
    closeSync(handle)
  }
}

interface Stretch {
  readonly file: CatalogFile
  readonly run: string
  readonly from: number
  readonly size: number
}

function sketchFrom(provider: SourcePlace['provider'], handle: number, { file, run, from, size }: Stretch): TranscriptColumns {
  const buffer = Buffer.allocUnsafe(size - from)
  const read = readSync(handle, buffer, 0, buffer.length, from)
  const decoder = provider.openDecoder(file.spec, run)
  const thread = file.spec.agent ?? run
  const columns = new TranscriptColumns()
  // Inside the file the stretch begins in the middle of a line.
  const first = from === 0 ? 0 : buffer.indexOf(10) + 1
  if (from > 0 && first === 0) return columns
  splitLines(buffer, first, read, (start, end) => {
    if (end === start) return
    const onSketch = (sketch: Parameters<TranscriptColumns['add']>[0]): void => {
      if (sketch.thread === thread) columns.add(sketch, { offset: from + start, length: end - start, line: 0 })
    }
    decoder.line(buffer, start, end, () => undefined, onSketch)
  })
  return columns
}

function storedTail(
  { provider }: SourcePlace,
  store: SourceStore,
  file: CatalogFile,
  run: string,
  limit: number,
): TranscriptColumns {
  const ids = new RecordIds()
  const columns = new TranscriptColumns(ids)
  const decoder = provider.openDecoder(file.spec, run)
  const thread = file.spec.agent ?? run
  let current = ''
  const onSketch = (sketch: Parameters<TranscriptColumns['add']>[0]): void => {
    if (sketch.thread !== thread) return
    columns.add(sketch, { offset: ids.numberOf(sketch.record ?? current), length: 0, line: 0 })
  }
  store.tail(file.path, limit, (id, json) => {
    current = id
    const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
    decoder.line(bytes, 0, bytes.length, () => undefined, onSketch)
  })
  decoder.settle?.(() => undefined, onSketch)
  decoder.finish?.(() => undefined, onSketch)
  return columns
}
