import { join } from 'node:path'
import { z } from 'zod'
import type { LiveChannel, ThreadState } from '../core/liveChannel'
import { readSmallFile } from './readSmallFile'

const Held = z.object({
  threads: z.record(
    z.string(),
    z.object({
      activity: z.enum(['busy', 'idle', 'waiting', 'retry']).nullable().default(null),
      waitingFor: z.enum(['permission', 'question']).nullable().default(null),
      message: z.string().nullable().default(null),
      retryAt: z.number().nullable().default(null),
    }),
  ),
})

const LIMIT = 64 * 1024

/** While a recording is played no process of the product runs: `held.json` among the played files says who would be held now. */
export function openPlayedChannel(root: string): LiveChannel {
  const listeners = new Set<() => void>()
  let threads: ReadonlyMap<string, ThreadState> = new Map()
  let text = ''
  const look = (): void => {
    const read = readSmallFile(join(root, 'held.json'), LIMIT)
    if (!read.ok || read.value.text === text) return
    const held = Held.safeParse(jsonOf(read.value.text))
    if (!held.success) return
    text = read.value.text
    threads = new Map(Object.entries(held.data.threads).map(([id, state]) => [id, { ...state, pid: null }]))
    for (const listener of listeners) listener()
  }
  look()
  return {
    threads: () => threads,
    isExhaustive: true,
    channels: () => [],
    retry: () => undefined,
    refresh: () => Promise.resolve(look()),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => listeners.clear(),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
