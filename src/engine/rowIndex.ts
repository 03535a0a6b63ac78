import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { FileStamp } from './catalog'
import { replaceFile } from './replaceFile'
import type { RunSummary } from './summariseRun'

/** Raised whenever a summary means something else than before: an index of another format is not read. */
const FORMAT = 9

/** Ten digits and a line end. */
const CHECKSUM_LENGTH = 11
const PIECE_LENGTH = 64 * 1024

export interface IndexedFile extends FileStamp {
  readonly run: string | null
}

/** The persisted index of one provider's root: every file as it was when its run was summarised. */
export interface RowIndex {
  readonly files: ReadonlyMap<string, IndexedFile>
  /** Run → how many files it had: a deleted one leaves no other trace. */
  readonly fileCounts: ReadonlyMap<string, number>
  /** Parsed when asked for: a list of twenty must not pay for two thousand. */
  summary(run: string): RunSummary | null
  readonly runs: readonly string[]
}

export type IndexState =
  | { readonly state: 'fresh' | 'absent'; readonly note: string | null }
  | { readonly state: 'rebuilt'; readonly note: string }

export const EMPTY_INDEX: RowIndex = { files: new Map(), fileCounts: new Map(), summary: () => null, runs: [] }

interface Header {
  readonly format: number
  /** Product version, price table and root: a change of any makes every row doubtful. */
  readonly stamp: string
  readonly files: {
    readonly paths: readonly string[]
    readonly sizes: readonly number[]
    readonly mtimesMs: readonly number[]
    readonly inos: readonly number[]
    /** Index into `runs`; -1: not known. */
    readonly runs: readonly number[]
  }
  readonly runs: readonly string[]
}

export function loadIndex(
  folder: string,
  provider: string,
  stamp: string,
): { readonly index: RowIndex; readonly state: IndexState } {
  let bytes: Buffer
  try {
    const path = pathOf(folder, provider)
    // Whatever else bears the name may never end.
    if (!statSync(path).isFile()) return rebuilt('the index is not a file')
    bytes = readFileSync(path)
  } catch {
    return { index: EMPTY_INDEX, state: { state: 'absent', note: null } }
  }
  const rest = bytes.subarray(bytes.indexOf(10) + 1)
  // Before anything is believed: a changed digit in the list of files would give an agent to another run.
  if (bytes.toString('latin1', 0, bytes.length - rest.length) !== checksumLine(crc32(rest)))
    return rebuilt('its checksum is wrong')
  const end = rest.indexOf(10)
  const header = end < 0 ? null : parseHeader(rest.toString('utf8', 0, end))
  if (!header) return rebuilt('the index could not be read')
  if (header.format !== FORMAT || header.stamp !== stamp)
    return rebuilt('made by another version, with other prices or for another folder')
  return { index: openIndex(header, rest.subarray(end + 1)), state: { state: 'fresh', note: null } }
}

function checksumLine(checksum: number): string {
  return `${String(checksum).padStart(CHECKSUM_LENGTH - 1, '0')}\n`
}

function rebuilt(note: string): { readonly index: RowIndex; readonly state: IndexState } {
  return { index: EMPTY_INDEX, state: { state: 'rebuilt', note } }
}

function parseHeader(text: string): Header | null {
  try {
    const header = JSON.parse(text) as Header
    const { files, runs } = header
    const columns = [files.paths, files.sizes, files.mtimesMs, files.inos, files.runs]
    return Array.isArray(runs) && columns.every((column) => Array.isArray(column) && column.length === files.paths.length)
      ? header
      : null
  } catch {
    return null
  }
}

function openIndex(header: Header, body: Buffer): RowIndex {
  const files = new Map<string, IndexedFile>()
  const fileCounts = new Map<string, number>()
  const { paths, sizes, mtimesMs, inos, runs } = header.files
  for (let i = 0; i < paths.length; i++) {
    const run = header.runs[runs[i] ?? -1] ?? null
    if (run !== null) fileCounts.set(run, (fileCounts.get(run) ?? 0) + 1)
    files.set(paths[i] ?? '', {
      size: sizes[i] ?? 0,
      mtimeMs: mtimesMs[i] ?? 0,
      ino: inos[i] ?? 0,
      run,
    })
  }
  const places = new Map<string, readonly [number, number]>()
  let start = 0
  for (const run of header.runs) {
    const end = body.indexOf(10, start)
    if (end < 0) break
    places.set(run, [start, end])
    start = end + 1
  }
  return {
    files,
    fileCounts,
    runs: header.runs,
    summary(run) {
      const place = places.get(run)
      return place ? (JSON.parse(body.toString('utf8', place[0], place[1])) as RunSummary) : null
    },
  }
}

/** The same index without a detour over the disk. */
export function indexFrom(files: ReadonlyMap<string, IndexedFile>, summaries: ReadonlyMap<string, RunSummary>): RowIndex {
  const fileCounts = new Map<string, number>()
  for (const { run } of files.values()) if (run !== null) fileCounts.set(run, (fileCounts.get(run) ?? 0) + 1)
  return { files, fileCounts, runs: [...summaries.keys()], summary: (run) => summaries.get(run) ?? null }
}

/** Written beside and renamed: a reader sees the old index or the new one, never half of one. */
export function saveIndex(
  folder: string,
  provider: string,
  stamp: string,
  files: ReadonlyMap<string, IndexedFile>,
  summaries: ReadonlyMap<string, RunSummary>,
): string | null {
  const runs = [...summaries.keys()]
  const place = new Map(runs.map((run, i) => [run, i]))
  const list = [...files]
  const header: Header = {
    format: FORMAT,
    stamp,
    files: {
      paths: list.map(([path]) => path),
      sizes: list.map(([, file]) => file.size),
      mtimesMs: list.map(([, file]) => file.mtimeMs),
      inos: list.map(([, file]) => file.ino),
      runs: list.map(([, file]) => (file.run === null ? -1 : (place.get(file.run) ?? -1))),
    },
    runs,
  }
  const path = pathOf(folder, provider)
  return replaceFile(path, (temporary) => writePieces(temporary, header, summaries))
}

/** Piece by piece: put together first, an index of four megabytes would be held five times over. */
function writePieces(path: string, header: Header, summaries: ReadonlyMap<string, RunSummary>): void {
  const handle = openSync(path, 'w')
  try {
    // The checksum comes first and is known last: room for it is left.
    let checksum = 0
    let end = CHECKSUM_LENGTH
    const put = (text: string): void => {
      const bytes = Buffer.from(text)
      checksum = crc32(bytes, checksum)
      for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done, bytes.length - done, end + done)
      end += bytes.length
    }
    put(`${JSON.stringify(header)}\n`)
    let piece = ''
    for (const summary of summaries.values()) {
      piece += `${JSON.stringify(summary)}\n`
      if (piece.length < PIECE_LENGTH) continue
      put(piece)
      piece = ''
    }
    put(piece)
    writeSync(handle, checksumLine(checksum), 0)
  } finally {
    closeSync(handle)
  }
}

function pathOf(folder: string, provider: string): string {
  return join(folder, 'index', `${provider}.idx`)
}
