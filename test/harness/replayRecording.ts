import { appendFileSync, closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Recording, ReplayEvent } from './recordings'

/** People pause for many seconds in some recordings; more than this teaches nothing. */
export const LONGEST_GAP_MS = 1_500
/** Between the two halves of a split write: once shorter and once longer than a reader's patience. */
const SPLIT_GAPS_MS = [3, 120]

export interface ReplayOptions {
  /** Cuts every write in two at an odd place, registry files included. */
  readonly isSplit: boolean
  readonly longestGapMs: number
  /** Awaited after each event is on disk; the recorded clock stands still meanwhile. */
  readonly afterEvent: (event: ReplayEvent) => Promise<void>
}

/** The processes that the recording's events come from. */
export interface Owners {
  /** The event as it would have been written by a process that is alive now. */
  translate(event: ReplayEvent): Promise<ReplayEvent>
  /** To be called once the event is on disk. */
  after(event: ReplayEvent): Promise<void>
  endAll(): Promise<void>
}

type Write = () => void

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function readRecorded(path: string, start: number, end: number): Buffer {
  const handle = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(end - start)
    readSync(handle, bytes, 0, bytes.length, start)
    return bytes
  } finally {
    closeSync(handle)
  }
}

/** One past the middle, made odd: never a line's end by design, often the middle of a character. */
function cutOf(length: number): number {
  return Math.min(length, (length >> 1) | 1)
}

function growWrites(from: string, to: string, end: number, isSplit: boolean): Write[] {
  const start = sizeOf(to)
  // Some files are created empty and stay so: phantom sessions.
  if (end <= start) return [() => appendFileSync(to, '')]
  const bytes = readRecorded(from, start, end)
  if (!isSplit) return [() => appendFileSync(to, bytes)]
  const cut = cutOf(bytes.length)
  return [() => appendFileSync(to, bytes.subarray(0, cut)), () => appendFileSync(to, bytes.subarray(cut))]
}

/** Registry files are rewritten in place, all others replaced by rename: as the CLI does it. */
function putWrites(to: string, event: ReplayEvent & { op: 'put' }, isSplit: boolean): Write[] {
  if (!event.path.startsWith('sessions/')) {
    const temporary = `${to}.tmp.0a0b0c0d`
    const writing = () => writeFileSync(temporary, event.text)
    const renaming = () => renameSync(temporary, to)
    if (isSplit) return [writing, renaming]
    return [
      () => {
        writing()
        renaming()
      },
    ]
  }
  return rewriteWrites(to, event.text, isSplit)
}

function rewriteWrites(to: string, text: string, isSplit: boolean): Write[] {
  const whole = () => writeFileSync(to, text)
  return isSplit ? [() => writeFileSync(to, text.slice(0, cutOf(text.length))), whole] : [whole]
}

function writesOf(recording: Recording, event: ReplayEvent, root: string, isSplit: boolean): Write[] {
  const to = join(root, event.path)
  mkdirSync(dirname(to), { recursive: true })
  switch (event.op) {
    case 'grow':
      return growWrites(join(recording.root, event.path), to, event.to, isSplit)
    case 'put':
      return putWrites(to, event, isSplit)
    case 'rewrite':
      return rewriteWrites(to, event.text, isSplit)
    case 'delete':
      return [() => rmSync(to, { force: true })]
    default:
      return event satisfies never
  }
}

/** Lets the recording happen again below `root`, with its recorded timing; ends all its processes when it is over. */
export async function replayRecording(
  recording: Recording,
  events: readonly ReplayEvent[],
  root: string,
  owners: Owners,
  options: ReplayOptions,
): Promise<void> {
  let due = performance.now()
  let lastT = events[0]?.t ?? 0
  let splits = 0
  try {
    for (const recorded of events) {
      due += Math.min(recorded.t - lastT, options.longestGapMs)
      lastT = recorded.t
      await pause(Math.max(0, due - performance.now()))
      const event = await owners.translate(recorded)
      for (const [index, write] of writesOf(recording, event, root, options.isSplit).entries()) {
        if (index > 0) await pause(SPLIT_GAPS_MS[splits++ % SPLIT_GAPS_MS.length])
        write()
      }
      await owners.after(recorded)
      const before = performance.now()
      await options.afterEvent(recorded)
      due += performance.now() - before
    }
  } finally {
    await owners.endAll()
  }
}
