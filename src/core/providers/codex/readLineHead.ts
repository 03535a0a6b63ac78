import type { Bytes } from '../../framing/bytes'

/** The first words of a line, read without parsing it. */
export interface LineHead {
  readonly at: number
  readonly ordinal: number | null
  readonly type: string
  /** Null: its payload is of no type, or does not begin with it. */
  readonly payload: string | null
  /** The rest of the first bytes, from the payload on. */
  readonly rest: string
}

const HEAD_BYTES = 640
const HEAD =
  /^\{"timestamp":"([^"\\]{20,30})",(?:"ordinal":(\d{1,15}),)?"type":"([a-z_]{1,60})","payload":\{(?:"type":"([a-z_]{1,60})"[,}])?/
const CLOSING = 125

/** Null: the line is written in another way and must be parsed to be known. */
export function readLineHead(bytes: Bytes, start: number, end: number): LineHead | null {
  if (bytes[end - 1] !== CLOSING) return null
  const text = bytes.latin1Slice(start, Math.min(end, start + HEAD_BYTES))
  const match = HEAD.exec(text)
  if (!match) return null
  const [whole, time = '', ordinal, type = '', payload] = match
  if (payload === undefined && (type === 'response_item' || type === 'event_msg')) return null
  return {
    at: Date.parse(time),
    ordinal: ordinal === undefined ? null : Number(ordinal),
    type,
    payload: payload ?? null,
    rest: text.slice(whole.length),
  }
}
