import { statSync } from 'node:fs'
import { splitLines } from '../../core/framing/splitLines'
import { breathe } from '../every'
import { readAppended, type TailSink } from '../readAppended'
import { checkHead, NEW_TAIL, type TailState } from '../tailState'

/** No line of a protocol comes near it: what is longer is passed over, for to read it would hold up everybody. */
const LONGEST_LINE = 64 * 1024 * 1024
const SLICE_MS = 8

/** The bytes are used again as soon as this returns: copy what is kept. `offset`: of the line's first byte. */
export type OnLine = (line: Uint8Array, offset: number) => void

export interface FollowHooks {
  /** All that was there at the beginning has been handed over; once. */
  readonly onCaughtUp?: (() => void) | undefined
  /** It has ended and all has been handed over; once, and the last. */
  readonly onEnd?: (() => void) | undefined
}

export interface LineFollower {
  /** Something may have been written. */
  look(): void
  /** Its writer is gone: hands over the rest, then says so. */
  finish(): void
  close(): void
}

/** Complete lines of a growing file, from the start of a line on. Never more than a slice at once, so that a burst holds up nobody. */
export function followLines(path: string, from: number, onLine: OnLine, hooks: FollowHooks = {}): LineFollower {
  let state = from === 0 ? NEW_TAIL : stateAt(path, from)
  let isReading = false
  let isAskedAgain = false
  let isClosed = false
  let isCaughtUp = false
  let isWriterGone = false
  const sink: TailSink = {
    onLines(buffer, start, end, fileOffset) {
      const hand = (first: number, last: number): void => {
        if (!isClosed) guard(() => onLine(buffer.subarray(first, last), fileOffset + first - start))
      }
      const reached = splitLines(buffer, start, end, hand)
      // The last one of a writer that is gone may have no line end.
      if (reached < end) hand(reached, end)
    },
  }
  return {
    look: () => void read().catch(tellBug),
    finish() {
      isWriterGone = true
      void read().catch(tellBug)
    },
    close() {
      isClosed = true
    },
  }

  async function read(): Promise<void> {
    isAskedAgain = true
    if (isReading) return
    isReading = true
    try {
      while (isAskedAgain && !isClosed) {
        isAskedAgain = false
        const isLast = isWriterGone
        if (!(await readSlice(isLast))) isAskedAgain = true
        else if (!isClosed) settle(isLast)
      }
    } finally {
      // Else it would never be read again.
      isReading = false
    }
  }

  function settle(isLast: boolean): void {
    const { onCaughtUp, onEnd } = hooks
    if (!isCaughtUp && onCaughtUp) guard(onCaughtUp)
    isCaughtUp = true
    if (!isLast || isClosed) return
    isClosed = true
    if (onEnd) guard(onEnd)
  }

  /** True: read to its end. */
  async function readSlice(isLast: boolean): Promise<boolean> {
    const stopAt = performance.now() + SLICE_MS
    const shouldYield = (): boolean => performance.now() > stopAt
    const outcome = readAppended(state, path, sink, { acceptUnterminatedJson: isLast, shouldYield, maxLineBytes: LONGEST_LINE })
    state = outcome.state
    await breathe()
    return outcome.kind === 'gone' || outcome.kind === 'unreadable' || outcome.isComplete
  }
}

/** One line that somebody stumbles over costs that line, not those after it, nor the engine, which would meet it again after a restart. */
function guard(run: () => void): void {
  try {
    run()
  } catch (error) {
    tellBug(error)
  }
}

/** Without its words, which may quote the line. */
function tellBug(error: unknown): void {
  const { name, message, stack = '' } = error instanceof Error ? error : { name: typeof error, message: '' }
  const words = stack.indexOf(message)
  const where = words < 0 ? '' : stack.slice(words + message.length)
  process.emitWarning(`What a session said could not be taken in: ${name}${message === '' ? '' : where}`)
}

function stateAt(path: string, from: number): TailState {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return NEW_TAIL
  return {
    ...NEW_TAIL,
    offset: Math.min(from, stats.size),
    scannedTo: Math.min(from, stats.size),
    // Its place plus its length plus one, of a last line without its end.
    tookUnterminated: from > stats.size,
    ino: stats.ino,
    dev: stats.dev,
    size: Math.min(from, stats.size),
    headCheck: checkHead(new Uint8Array(0)),
  }
}
