import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { every, type Timers } from '../every'

/** A collection holds everything up, half a second where a run of twenty thousand agents is held: for less than this it is not worth it. */
const WORTH_BYTES = 32_000_000
const LOOK_MS = 60_000
/** Whoever has not opened anything for so long will hardly do so in the next moment. */
const QUIET_MS = 5000
/** What is written many times a second is told many times a second: held up in the middle, dozens of frames would come late. */
const PAUSE_MS = 100
/** However much is told, and however much is opened: memory does not grow for longer than that. */
const LONGEST_TOLD_MS = 20_000
const LONGEST_USED_MS = 10 * 60_000
/** What a process holds that has read nothing yet. */
const BARE_BYTES = 100_000_000

/**
 * Gives back what reading has left behind. By itself the collector waits for a quiet that a busy day does not bring, and what the first
 * reading of all folders needed would be held for good.
 */
export interface MemoryTrim {
  /** Something large was done: as soon as nobody opens anything, and in a pause of what is told. */
  trim(): void
  /** Somebody opens something. */
  noteUse(): void
  /** A page is told something. */
  noteTold(): void
  close(): void
}

export interface ProcessMemory {
  heldBytes(): number
  collect(): void
}

export function openMemoryTrim(timers: Timers, memory: ProcessMemory = ownMemory()): MemoryTrim {
  let leastBytes = BARE_BYTES
  let usedAt = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY
  /** Null: not put off. */
  let wishedAt: number | null = null
  let cancel: (() => void) | null = null
  const restMs = (): number => {
    const now = timers.now()
    const waitedMs = now - (wishedAt ?? now)
    // Never more than the whole of it: the clock may be set back.
    const use = waitedMs < LONGEST_USED_MS ? Math.min(QUIET_MS, usedAt + QUIET_MS - now) : 0
    const told = waitedMs < LONGEST_TOLD_MS ? Math.min(PAUSE_MS, toldAt + PAUSE_MS - now) : 0
    return Math.max(use, told)
  }
  const trim = (): void => {
    cancel?.()
    cancel = null
    if (memory.heldBytes() < leastBytes + WORTH_BYTES) {
      // What was put off is no longer wanted: its end would hit whoever is busy when the next one is.
      wishedAt = null
      return
    }
    // Set back, the clock would have it wait for as long again as it was set back by.
    wishedAt = Math.min(wishedAt ?? timers.now(), timers.now())
    const rest = restMs()
    if (rest > 0) {
      cancel = timers.after(rest, trim)
      return
    }
    memory.collect()
    wishedAt = null
    leastBytes = Math.max(BARE_BYTES, memory.heldBytes())
  }
  const looking = every(LOOK_MS, trim, timers)
  return {
    trim,
    noteUse() {
      usedAt = timers.now()
    },
    noteTold() {
      toldAt = timers.now()
    },
    close() {
      cancel?.()
      looking.close()
    },
  }
}

export function ownMemory(): ProcessMemory {
  setFlagsFromString('--expose-gc')
  // The flag holds for contexts that are made from now on.
  const collect: unknown = runInNewContext('gc')
  return {
    heldBytes: () => process.memoryUsage.rss(),
    collect: () => {
      if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    },
  }
}
