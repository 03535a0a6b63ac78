import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Recording, ReplayEvent } from './recordings'
import { relocate } from './relocateRecording'
import { momentsIn, moveMoments, type StoreReplayOptions } from './storeCommits'

interface Document {
  readonly at: number
  readonly path: string
  readonly text: string
}

interface ObservedLine {
  readonly recv: number
  readonly file: string
  readonly row: unknown
}

/** How the documents of an old release were written: as an observer saw it, else in the order of what they say of their time. */
export function storageReplay(recording: Recording, { project, longestMs, beginsAt }: StoreReplayOptions): ReplayEvent[] {
  const watched = join(recording.folder, 'storage-watch.ndjson')
  const documents = existsSync(watched) ? observed(watched) : dated(join(recording.root, 'opencode', 'storage'))
  const [first, last] = [documents[0]?.at ?? 0, documents.at(-1)?.at ?? 0]
  const scale = Math.min(1, longestMs / Math.max(1, last - first))
  return documents.map(({ at, path, text }) => ({
    op: 'rewrite',
    path: `opencode/storage/${path}`,
    text: moveMoments(relocate(text, project), { first, beginsAt, scale }),
    t: (at - first) * scale,
  }))
}

function observed(path: string): Document[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    // Written by our own recorder.
    const { recv, file, row } = JSON.parse(line) as ObservedLine
    return { at: recv, path: file, text: JSON.stringify(row) }
  })
}

function dated(folder: string): Document[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  const documents = names.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  const earliest = Math.min(...documents.flatMap(({ text }) => momentsIn(text)))
  return documents.map((one) => ({ ...one, at: madeAt(one, earliest) })).sort((a, b) => a.at - b.at)
}

const TIMED_ID = /^(?:msg|prt)_([0-9a-f]{12})/
/** Such an id begins with the last 48 bits of the time in units of 1/4096 ms. */
const CYCLE_MS = 2 ** 36

function madeAt({ path, text }: Pick<Document, 'path' | 'text'>, earliest: number): number {
  const units = TIMED_ID.exec(basename(path))?.[1]
  const moments = momentsIn(text)
  if (units === undefined) return moments.length > 0 ? Math.min(...moments) : earliest
  return Math.floor(earliest / CYCLE_MS) * CYCLE_MS + Number.parseInt(units, 16) / 4096
}
