import type { ChannelState, LiveChannel } from '../core/liveChannel'
import type { Provider } from '../core/provider'
import type { Catalog, CatalogFile, CatalogRun } from './catalog'
import { systemTimers } from './every'
import { findPrograms, type RunningProgram } from './findPrograms'
import type { ProcessTable } from './processTable'

/** Old releases keep no registry: a session of theirs is alive while such a program runs in its folder and began before it last wrote. */
export interface UnregisteredRuns {
  isAlive(catalog: Catalog, run: string, cwd: string): boolean
  /** The only program that can hold it; null: there is none, or there are several. */
  holderOf(catalog: Catalog, run: string, cwd: string): number | null
  /** Programs that say nothing of themselves may hold sessions of this folder. */
  isAnyIn(cwd: string): boolean
}

/** Nobody looks through all processes for a session that has been silent this long. */
export const SILENT_MS = 30 * 60_000
const LOOK_MS = 900
const LOOK_AGAIN_MS = 150

interface Holder extends RunningProgram {
  /** NaN: not known. */
  readonly startedAt: number
}

/** What else is known of sessions and programs while one is judged. */
export interface UnregisteredOptions {
  readonly find: (isWanted: (argv: readonly string[]) => boolean) => readonly RunningProgram[]
  readonly now: () => number
  /** What channels say; null: this product has none. */
  readonly channel: LiveChannel | null
  /** When the channels were last asked who works, as far as they have answered; NaN: they have not. */
  readonly askedAt: () => number
  /** Whether all turns of a run have ended; null: not known. */
  readonly isOver: (run: string) => boolean | null
}

const ALONE: UnregisteredOptions = {
  find: findPrograms,
  now: systemTimers.now,
  channel: null,
  askedAt: () => Number.NaN,
  isOver: () => null,
}

export function trackUnregisteredRuns(
  provider: Provider,
  processes: ProcessTable,
  options: Partial<UnregisteredOptions> = {},
): UnregisteredRuns {
  const { find, now, channel, askedAt, isOver } = { ...ALONE, ...options }
  let programs: readonly RunningProgram[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  /** Who wrote after the last look may be a program that has begun since. */
  const look = (writtenAt: number): void => {
    const age = now() - lookedAt
    if (age < LOOK_MS && !(writtenAt > lookedAt && age >= LOOK_AGAIN_MS)) return
    programs = find((argv) => provider.isOwnProgram(argv))
    lookedAt = now()
  }
  const holdersIn = (cwd: string, writtenAt: number): readonly Holder[] => {
    look(writtenAt)
    const heard = channel?.heardPids?.()
    const isDeaf = channel?.channels().some((one) => one.state === 'refused' || isFirstAttempt(one)) ?? false
    const isAnswered = writtenAt <= askedAt()
    return programs.flatMap((program) => {
      const { pid, cwd: own, argv } = program
      // It says itself what it holds; of what was written since it was asked it has yet to speak.
      if (isAnswered && heard?.has(pid)) return []
      const startedAt = processes.startedAtMs(pid) ?? Number.NaN
      const isUnasked = isDeaf || !(startedAt <= askedAt())
      // A server that wants a password, or was not asked yet, may hold sessions of any folder.
      const isHere = own === cwd || (channel !== null && isUnasked && provider.isForAnyFolder?.(argv) === true)
      return isHere ? [{ ...program, startedAt }] : []
    })
  }
  /** Those that may hold the run, and how many runs beside it they hold sooner; null: it is not alive. */
  const holdersOf = (catalog: Catalog, run: string, cwd: string): { all: readonly Holder[]; before: number } | null => {
    const entry = catalog.runs.get(run)
    const main = mainOf(catalog, run)
    if (!entry || !main || Date.now() - entry.mtimeMs > SILENT_MS) return null
    const here = holdersIn(cwd, entry.mtimeMs)
    if (here.length === 0) return null
    // Several sessions of one folder: as many are alive as programs run there, those at work first, then the ones that wrote last.
    const began = Math.min(...here.map(({ startedAt }) => startedAt))
    const writers = runsBeside(catalog, main).filter((other) => other.mtimeMs >= began)
    const rank = new Map(writers.map((other) => [other, isOver(other.id) === true ? 1 : 0]))
    writers.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0) || b.mtimeMs - a.mtimeMs)
    const before = writers.indexOf(entry)
    return before >= 0 && before < here.length ? { all: here, before } : null
  }
  return {
    isAnyIn(cwd) {
      look(now())
      // Of those that are heard nothing is left to guess.
      return holdersIn(cwd, Number.NEGATIVE_INFINITY).length > 0
    },
    isAlive: (catalog, run, cwd) => holdersOf(catalog, run, cwd) !== null,
    holderOf(catalog, run, cwd) {
      const { all = [], before = 0 } = holdersOf(catalog, run, cwd) ?? {}
      const programs = all.filter(
        (one) => !all.some((other) => processes.ancestors(other.pid)[0] === one.pid && isLauncherOf(one, other)),
      )
      return programs.length === 1 && before === 0 ? programs[0]!.pid : null
    },
  }
}

/** A script that runs the program proper passes all its words on. */
function isLauncherOf({ argv }: RunningProgram, { argv: launched }: RunningProgram): boolean {
  return argv.length === launched.length + 1 && launched.slice(1).every((word, at) => word === argv[at + 2])
}

/** Nobody knows yet what it holds. One that fell silent has said it before. */
function isFirstAttempt({ state, version, note }: ChannelState): boolean {
  return state === 'reconnecting' && version === null && note === null
}

function mainOf(catalog: Catalog, run: string): CatalogFile | undefined {
  for (const file of catalog.runs.get(run)?.files.values() ?? []) if (file.spec.role === 'main') return file
  return undefined
}

function runsBeside(catalog: Catalog, main: CatalogFile): CatalogRun[] {
  return [...catalog.runs.values()].filter((run) => mainOf(catalog, run.id)?.spec.project === main.spec.project)
}
