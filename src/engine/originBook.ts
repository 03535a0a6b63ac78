import { appendFileSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { errorText } from '../shared/errorText'
import { RunUri } from '../shared/ids'
import { readSmallFile } from './readSmallFile'

const Origin = z.object({
  run: RunUri,
  /** The address of the agent, or of the run, that it goes on from. */
  from: z.string().min(1),
  how: z.string(),
  at: z.number(),
})
export type Origin = z.infer<typeof Origin>

/** What runs that were started here go on from, where their products' files do not say it. Shared by every process of a state folder. */
export interface OriginBook {
  /** The address that a run goes on from; null: none is known. */
  of(run: string): string | null
  /** Says why it could not be kept; null: it was. */
  add(origin: Origin): string | null
}

const LIMIT_BYTES = 16 * 1024 * 1024
const LOOK_MS = 200

export function openOriginBook(stateFolder: string, now: () => number = Date.now): OriginBook {
  const path = join(stateFolder, 'origins.jsonl')
  let known: ReadonlyMap<string, string> = new Map()
  let stamp = ''
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = (): void => {
    if (now() - lookedAt < LOOK_MS) return
    lookedAt = now()
    const current = stampOf(path)
    if (current === stamp) return
    const read = readSmallFile(path, LIMIT_BYTES)
    // What was read before stays: it only grows.
    if (!read.ok) return
    stamp = current
    known = readOrigins(read.value.text)
  }
  return {
    of(run) {
      look()
      return known.get(run) ?? null
    },
    add(origin) {
      lookedAt = Number.NEGATIVE_INFINITY
      look()
      lookedAt = Number.NEGATIVE_INFINITY
      // Every program of ours that meets the run would add it once more.
      if (known.get(origin.run) === origin.from) return null
      try {
        mkdirSync(dirname(path), { recursive: true })
        // One short line in one write: two processes that add at the same time do not mix.
        appendFileSync(path, `${JSON.stringify(origin)}\n`, { mode: 0o600 })
        return null
      } catch (error) {
        return errorText(error)
      }
    },
  }
}

function readOrigins(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    const origin = Origin.safeParse(jsonOf(line))
    if (origin.success) found.set(origin.data.run, origin.data.from)
  }
  return found
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'none'
  }
}
