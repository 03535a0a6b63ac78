import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { sharedJson } from './sharedJson'

const Kept = z.record(z.string(), z.object({ stamp: z.string(), text: z.string(), at: z.number() }))

/** What programs said when they were asked their version: asking runs them, which takes seconds on a busy machine. */
export interface VersionMemory {
  /** Null: not known, or it is another program by now. */
  find(path: string, argv: readonly string[]): string | null
  keep(path: string, argv: readonly string[], text: string): void
}

const LONGEST_TEXT = 1000
const MOST_PROGRAMS = 50
/** So small a program starts another one, which may change while this one stays as it is. */
const SHIM_BYTES = 64 * 1024
const SHIM_MS = 10 * 60_000

export function openVersionMemory(stateFolder: string, now: () => number): VersionMemory {
  const file = sharedJson(join(stateFolder, 'drive', 'versions.json'), Kept, {})
  const nameOf = (path: string, argv: readonly string[]): string => [path, ...argv].join(' ')
  return {
    find(path, argv) {
      const known = file.read()[nameOf(path, argv)]
      const program = lookAt(path)
      if (!known || !program || known.stamp !== program.stamp) return null
      const ageMs = now() - known.at
      return program.bytes < SHIM_BYTES && (ageMs < 0 || ageMs > SHIM_MS) ? null : known.text
    },
    keep(path, argv, text) {
      const program = lookAt(path)
      if (!program || text.length > LONGEST_TEXT) return
      const said = { stamp: program.stamp, text, at: now() }
      file.change((all) => {
        const others = Object.entries(all).filter(([name]) => name !== nameOf(path, argv))
        return Object.fromEntries([[nameOf(path, argv), said] as const, ...others].slice(0, MOST_PROGRAMS))
      })
    },
  }
}

/** Null: it cannot be looked at. */
function lookAt(path: string): { readonly stamp: string; readonly bytes: number } | null {
  try {
    const real = realpathSync(path)
    const { ino, size, mtimeMs } = statSync(real)
    return { stamp: `${real} ${ino} ${size} ${mtimeMs}`, bytes: size }
  } catch {
    return null
  }
}
