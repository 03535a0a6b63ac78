import type { Bytes } from '../../framing/bytes'
import type { Machine } from '../../framing/machine'
import type { Gist } from './gist'
import { ScanGistMachine } from './scanGistMachine'
import { ScanGistRecord } from './scanGistRecord'

/** One for all sources: what it remembers between lines (orders of keys, last values) makes it fast and never changes a result. */
const record = new ScanGistRecord()
/** The same in machine code, for the one buffer that all files are read into. */
let loaded: { readonly machine: Machine; readonly walk: ScanGistMachine | null } | null = null

/**
 * The gist of the line [start, end), read exactly and without parsing it. Null means: parse it; because `needsWhole` asks for it,
 * because the line is not compact JSON, or because it is none. Text that is stepped over is not validated: a line that JSON.parse
 * would refuse for a stray control character in the middle of a text still has a gist.
 */
export function scanGist(bytes: Bytes, start: number, end: number): Gist | null {
  const { machine } = bytes
  const gist = machine === undefined ? undefined : walkOf(machine)?.read(bytes, start, end)
  return gist === undefined ? record.read(bytes, start, end) : gist
}

function walkOf(machine: Machine): ScanGistMachine | null {
  if (loaded?.machine !== machine) loaded = { machine, walk: ScanGistMachine.open(machine) }
  return loaded.walk
}
