import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { closingLines } from '../../../core/providers/claude/promote/closingLines'
import type { Outline } from '../../../core/providers/claude/promote/outlineRecord'
import type { PlannedChain } from '../../../core/providers/claude/promote/planChain'
import { rewriteRecord, type Stamp } from '../../../core/providers/claude/promote/rewriteRecord'
import { risingTimes } from '../../../core/providers/claude/promote/risingTimes'
import { asId, asObject, parseJson } from '../../../core/readJson'
import { openToRead } from './readOutlines'

export interface SessionText {
  readonly chain: PlannedChain
  /** Absolute paths; outlines name them by their index. */
  readonly files: readonly string[]
  readonly session: string
  readonly folder: string
  readonly origin: Stamp['origin']
  readonly title: string
  readonly setting: string | null
  readonly nowMs: number
}

/** The lines of the new session, each read again from where it lies: no two of them are in memory at once. Throws as reading does. */
export async function* sessionLines(text: SessionText): AsyncGenerator<string> {
  const { chain, files, session, folder, origin, nowMs } = text
  const handles = new Map<number, FileHandle>()
  try {
    const times = risingTimes(chain.items, nowMs)
    let parent: string | null = null
    for (const [i, item] of chain.items.entries()) {
      const record = item.kind === 'record' ? item.record : item.of
      const uuid = randomUUID()
      const stamp = { uuid, parent, at: times[i] ?? nowMs, session, cwd: folder, origin }
      yield rewriteRecord(item, await readAgain(handles, files, record), stamp)
      parent = uuid
    }
    yield* closingLines(session, text.title, text.setting)
  } finally {
    for (const handle of handles.values()) await handle.close()
  }
}

async function readAgain(handles: Map<number, FileHandle>, files: readonly string[], { place, uuid }: Outline): Promise<string> {
  const path = files[place.file] ?? ''
  const handle = handles.get(place.file) ?? (await openToRead(path))
  handles.set(place.file, handle)
  const buffer = Buffer.allocUnsafe(place.length)
  const { bytesRead } = await handle.read(buffer, 0, place.length, place.offset)
  const line = buffer.toString('utf8', 0, bytesRead)
  const record = asObject(parseJson(line))
  // Transcripts only grow; one that was replaced between the two readings must not be mixed up with what was planned.
  if (!record || asId(record['uuid']) !== uuid) throw new Error(`${path} has changed while it was read`)
  return line
}
