import type { Cell } from './readOnlyDatabase'

/** Ids by which a record is found again. */
export const recordId = {
  session: (id: string): string => `session:${id}`,
  message: (id: string): string => `message:${id}`,
  part: (id: string): string => `part:${id}`,
}

/** One record as JSON. `ids` are put before what the document itself says; what is no object stays as it is, for the decoder to refuse. */
export function recordBytes(
  kind: 'session' | 'message' | 'part',
  at: number,
  document: Uint8Array,
  ids: Readonly<Record<string, string>> = {},
): Buffer {
  const [from, to] = trimmed(document)
  const head = `{"kind":"${kind}","at":${Number.isFinite(at) ? at : 0},"data":`
  if (document[from] !== BRACE || from >= to) return Buffer.concat([Buffer.from(head), document.subarray(from, to + 1), CLOSE])
  const listed = JSON.stringify(ids).slice(1, -1)
  const isEmpty = trimmedStart(document, from + 1) === to
  const comma = listed === '' || isEmpty ? '' : ','
  return Buffer.concat([Buffer.from(`${head}{${listed}${comma}`), document.subarray(from + 1, to + 1), CLOSE])
}

/** What a column holds, as bytes: a document may be missing or of any type. */
export function bytesOf(cell: Cell | undefined): Uint8Array {
  return cell instanceof Uint8Array ? cell : Buffer.from(String(cell ?? 'null'))
}

const BRACE = 0x7b
const CLOSE = Buffer.from('}')

function trimmedStart(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at++
  return at
}

function trimmed(bytes: Uint8Array): readonly [number, number] {
  let to = bytes.length - 1
  while (to > 0 && (bytes[to] ?? 0) <= 0x20) to--
  return [trimmedStart(bytes, 0), to]
}
