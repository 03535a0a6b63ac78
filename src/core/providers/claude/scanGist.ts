import type { Bytes } from '../../framing/bytes'
import type { Gist } from './gist'
import { ScanGistRecord } from './scanGistRecord'

/** One for all sources: what it remembers between lines (orders of keys, last values) makes it fast and never changes a result. */
const record = new ScanGistRecord()

/**
 * The gist of the line [start, end), read exactly and without parsing it. Null means: parse it; because `needsWhole` asks for it,
 * because the line is not compact JSON, or because it is none. Text that is stepped over is not validated: a line that JSON.parse
 * would refuse for a stray control character in the middle of a text still has a gist.
 */
export function scanGist(bytes: Bytes, start: number, end: number): Gist | null {
  return record.read(bytes, start, end)
}
