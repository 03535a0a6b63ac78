import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { every, type Timers } from '../every'

/** A collection holds everything up for as long as some frames: for less than this it is not worth it. */
const WORTH_BYTES = 32_000_000
const LOOK_MS = 60_000
/** What a process holds that has read nothing yet. */
const BARE_BYTES = 100_000_000

/**
 * Gives back what reading has left behind. By itself the collector waits for a quiet that a busy day does not bring, and what the first
 * reading of all folders needed would be held for good.
 */
export interface MemoryTrim {
  /** Now is a good moment: something large was done. */
  trim(): void
  close(): void
}

export interface ProcessMemory {
  heldBytes(): number
  collect(): void
}

export function openMemoryTrim(timers: Timers, memory: ProcessMemory = ownMemory()): MemoryTrim {
  let leastBytes = BARE_BYTES
  const trim = (): void => {
    if (memory.heldBytes() < leastBytes + WORTH_BYTES) return
    memory.collect()
    leastBytes = Math.max(BARE_BYTES, memory.heldBytes())
  }
  const looking = every(LOOK_MS, trim, timers)
  return { trim, close: () => looking.close() }
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
