import type { Bytes } from '../../framing/bytes'
import { parseJson } from '../../readJson'
import type { Gist } from './gist'
import { parseGist } from './parseGist'

const CALL_KEY = '"parentToolUseID":"'
/** The call stands behind the copied message, before a few short fields. */
const TAIL_BYTES = 800

export interface ProgressLinks {
  /** The record read whole; null: it says nothing that an earlier one of the same call has not said. */
  whole(gist: Gist, bytes: Bytes, start: number, end: number): Gist | null
}

/** A foreground agent's every message is copied into its parent with the call beside it: the first copy is the link. */
export function openProgressLinks(): ProgressLinks {
  const seen = new Set<string>()
  return {
    whole(gist, bytes, start, end) {
      const call = lastCall(bytes, start, end)
      if (call !== null && seen.has(call)) return null
      if (call !== null) seen.add(call)
      return gist.whole ? gist : parseGist(parseJson(bytes.utf8Slice(start, end)))
    },
  }
}

function lastCall(bytes: Bytes, start: number, end: number): string | null {
  const tail = bytes.latin1Slice(Math.max(start, end - TAIL_BYTES), end)
  const at = tail.lastIndexOf(CALL_KEY)
  if (at < 0) return null
  const from = at + CALL_KEY.length
  const to = tail.indexOf('"', from)
  return to < 0 ? null : tail.slice(from, to)
}
