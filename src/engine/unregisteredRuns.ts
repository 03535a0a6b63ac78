import type { LiveChannel } from '../core/liveChannel'
import type { Provider } from '../core/provider'
import type { Catalog, CatalogFile, CatalogRun } from './catalog'
import { systemTimers } from './every'
import { findPrograms, type RunningProgram } from './findPrograms'
import type { ProcessTable } from './processTable'

/** Old releases keep no registry: a session of theirs is alive while such a program runs in its folder and began before it last wrote. */
export interface UnregisteredRuns {
  isAlive(catalog: Catalog, run: string, cwd: string): boolean
}

/** Nobody looks through all processes for a session that has been silent this long. */
export const SILENT_MS = 30 * 60_000
const LOOK_MS = 900

/** What else is known of sessions and programs while one is judged. */
export interface UnregisteredOptions {
  readonly find: (isWanted: (argv: readonly string[]) => boolean) => readonly RunningProgram[]
  readonly now: () => number
  /** What channels say; null: this product has none. */
  readonly channel: LiveChannel | null
  /** Whether all turns of a run have ended; null: not known. */
  readonly isOver: (run: string) => boolean | null
}

const ALONE: UnregisteredOptions = { find: findPrograms, now: systemTimers.now, channel: null, isOver: () => null }

export function trackUnregisteredRuns(
  provider: Provider,
  processes: ProcessTable,
  options: Partial<UnregisteredOptions> = {},
): UnregisteredRuns {
  const { find, now, channel, isOver } = { ...ALONE, ...options }
  let programs: readonly RunningProgram[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  const programsIn = (cwd: string): readonly number[] => {
    if (now() - lookedAt >= LOOK_MS) {
      programs = find((argv) => provider.isOwnProgram(argv))
      lookedAt = now()
    }
    const heard = channel?.heardPids?.()
    const isDeaf = channel?.channels().some(({ state }) => state === 'refused') ?? false
    return programs
      .filter(({ pid, cwd: own, argv }) => {
        // It says itself what it holds.
        if (heard?.has(pid)) return false
        // A server that wants a password may hold sessions of any folder.
        return own === cwd || (isDeaf && provider.isForAnyFolder?.(argv) === true)
      })
      .map(({ pid }) => processes.startedAtMs(pid) ?? Number.NaN)
  }
  return {
    isAlive(catalog, run, cwd) {
      const entry = catalog.runs.get(run)
      const main = mainOf(catalog, run)
      if (!entry || !main || Date.now() - entry.mtimeMs > SILENT_MS) return false
      const here = programsIn(cwd)
      if (here.length === 0) return false
      // Several sessions of one folder: as many are alive as programs run there, those at work first, then the ones that wrote last.
      const began = Math.min(...here)
      const writers = runsBeside(catalog, main).filter((other) => other.mtimeMs >= began)
      const rank = new Map(writers.map((other) => [other, isOver(other.id) === true ? 1 : 0]))
      writers.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0) || b.mtimeMs - a.mtimeMs)
      return writers.slice(0, here.length).includes(entry)
    },
  }
}

function mainOf(catalog: Catalog, run: string): CatalogFile | undefined {
  for (const file of catalog.runs.get(run)?.files.values() ?? []) if (file.spec.role === 'main') return file
  return undefined
}

function runsBeside(catalog: Catalog, main: CatalogFile): CatalogRun[] {
  return [...catalog.runs.values()].filter((run) => mainOf(catalog, run.id)?.spec.project === main.spec.project)
}
