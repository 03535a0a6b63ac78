import type { Provider } from '../core/provider'
import type { Catalog, CatalogFile } from './catalog'
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

export function trackUnregisteredRuns(
  provider: Provider,
  processes: ProcessTable,
  find: (isWanted: (argv: readonly string[]) => boolean) => readonly RunningProgram[] = findPrograms,
  now: () => number = systemTimers.now,
  /** Some program of this product does not let us hear what it holds. */
  isShutOut: () => boolean = () => false,
): UnregisteredRuns {
  let programs: readonly RunningProgram[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    isAlive(catalog, run, cwd) {
      const main = mainOf(catalog, run)
      if (!main || Date.now() - main.mtimeMs > SILENT_MS) return false
      if (now() - lookedAt >= LOOK_MS) {
        programs = find((argv) => provider.isOwnProgram(argv))
        lookedAt = now()
      }
      const here = programs
        .filter(({ cwd: own, argv }) => own === cwd || (isShutOut() && provider.isForAnyFolder?.(argv) === true))
        .map((program) => processes.startedAtMs(program.pid) ?? Number.NaN)
      if (here.length === 0) return false
      // Several sessions of one folder: as many are alive as programs run there, the ones that wrote last.
      const began = Math.min(...here)
      const writers = mainsBeside(catalog, main).filter((file) => file.mtimeMs >= began)
      writers.sort((a, b) => b.mtimeMs - a.mtimeMs)
      return writers.slice(0, here.length).some((file) => file.run === run)
    },
  }
}

function mainOf(catalog: Catalog, run: string): CatalogFile | undefined {
  for (const file of catalog.runs.get(run)?.files.values() ?? []) if (file.spec.role === 'main') return file
  return undefined
}

function mainsBeside(catalog: Catalog, main: CatalogFile): CatalogFile[] {
  const mains: CatalogFile[] = []
  for (const run of catalog.runs.values()) {
    const file = mainOf(catalog, run.id)
    if (file?.spec.project === main.spec.project) mains.push(file)
  }
  return mains
}
