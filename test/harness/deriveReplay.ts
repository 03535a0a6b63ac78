import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recording, ReplayEvent } from './recordings'

export interface DeriveOptions {
  /** Lines come in two writes, and several at once. */
  readonly isRagged: boolean
  /** However long the recording lasted, its replay lasts no longer. */
  readonly longestMs: number
}

interface Line {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly at: number
}

/** How files of lines grew, by the time that each line carries. */
export function deriveReplay(recording: Recording, { isRagged, longestMs }: DeriveOptions): ReplayEvent[] {
  const paths = readdirSync(recording.root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'))
  const lines = paths.sort().map((path) => linesOf(path, readFileSync(join(recording.root, path))))
  const writes = lines.flatMap((ofFile) => (isRagged ? raggedWrites(ofFile) : wholeWrites(ofFile)))
  writes.sort((a, b) => a.t - b.t)
  const [first, last] = [writes[0]?.t ?? 0, writes.at(-1)?.t ?? 0]
  const scale = Math.min(1, longestMs / Math.max(1, last - first))
  return writes.map((write) => ({ ...write, t: (write.t - first) * scale }))
}

/** A line is never older than the one before it: what was copied keeps its old times. */
function linesOf(path: string, bytes: Buffer): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start) + 1 || bytes.length
    const { timestamp } = JSON.parse(bytes.toString('utf8', start, end)) as { timestamp: string }
    lines.push({ path, start, end, at: Math.max(Date.parse(timestamp), lines.at(-1)?.at ?? 0) })
    start = end
  }
  return lines
}

function wholeWrites(lines: readonly Line[]): ReplayEvent[] {
  return lines.map(({ path, end, at }) => ({ op: 'grow', path, to: end, t: at }))
}

/** Of every seven lines one comes in two writes, and three come together when the third of them is due. */
function raggedWrites(lines: readonly Line[]): ReplayEvent[] {
  return lines.flatMap(({ path, start, end, at }, index): ReplayEvent[] => {
    const whole = { op: 'grow', path, to: end, t: at } as const
    const turn = index % 7
    if (turn === 0) return [{ ...whole, to: start + ((end - start) >> 1) }, whole]
    return (turn === 3 || turn === 4) && index < lines.length - 1 ? [] : [whole]
  })
}
