import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { providers } from '../../core/providers'
import type { DoctorReport } from '../../shared/doctorReport'
import type { Health } from '../../shared/health'
import type { Engine, EngineSettings } from '../engine'
import { every, type Timers } from '../every'
import { findCommand } from '../findCommand'
import { homeOf } from '../roots'
import type { Variables } from '../settingsFromEnvironment'
import { clampText } from './clampText'
import { blockedBelow, folderState, tilde } from './folderState'
import type { RunBoard } from './runBoard'
import { shownChannels } from './shownChannels'
import { watchingHealth } from './watchingHealth'

export interface HealthSources {
  readonly engine: Engine
  readonly settings: EngineSettings
  readonly board: RunBoard
  readonly isDemo: boolean
}

export interface HealthFeed {
  readonly current: Health
  /** What the doctor found: dear to ask, so not asked for every look. */
  adopt(report: DoctorReport): void
  /** Tells at once what has changed. */
  look(): void
  close(): void
}

export interface HealthOptions {
  readonly env: Variables
  readonly timers: Timers
  readonly onChange: (health: Health) => void
}

const LOOK_MS = 1000
/** Everything else that starts comes first. */
const DOCTOR_AFTER_MS = 1500
/** It looks at every file: seldom, and only where something has changed. */
const DOCTOR_EVERY_MS = 5 * 60_000

export function openHealthFeed(sources: HealthSources, options: HealthOptions): HealthFeed {
  const { env, timers, onChange } = options
  let found: Pick<DoctorReport, 'unknownRecordTypes' | 'problems'> = { unknownRecordTypes: [], problems: [] }
  let current = healthOf(sources, env, found)
  let isClosed = false
  const look = (): void => {
    const now = healthOf(sources, env, found)
    if (isClosed || JSON.stringify(now) === JSON.stringify(current)) return
    current = now
    onChange(now)
  }
  let asked = { at: Number.POSITIVE_INFINITY, version: -1 }
  const adopt = (report: DoctorReport): void => {
    asked = { at: timers.now(), version: sources.board.version }
    found = report
    look()
  }
  const askDoctor = (): void => {
    asked = { at: Number.POSITIVE_INFINITY, version: -1 }
    void sources.engine.doctor().then(adopt, () => undefined)
  }
  const looking = every(
    LOOK_MS,
    () => {
      look()
      if (timers.now() - asked.at >= DOCTOR_EVERY_MS && asked.version !== sources.board.version) askDoctor()
    },
    timers,
  )
  let cancelDoctor = (): void => undefined
  void sources.board.settled.then(() => {
    look()
    if (!isClosed) cancelDoctor = timers.after(DOCTOR_AFTER_MS, askDoctor)
  })
  return {
    get current() {
      return current
    },
    adopt,
    look,
    close() {
      isClosed = true
      looking.close()
      cancelDoctor()
    },
  }
}

const KEPT_TYPES = 200

function healthOf(
  { engine, settings, board, isDemo }: HealthSources,
  env: Variables,
  found: Pick<DoctorReport, 'unknownRecordTypes' | 'problems'>,
): Health {
  const counts = new Map<string, number>()
  for (const { provider } of board.rows.values()) counts.set(provider, (counts.get(provider) ?? 0) + 1)
  return {
    providers: providers.flatMap(({ id, label, command }) => {
      const root = settings.roots[id]
      if (root === undefined) return []
      const folder = tilde(root, env)
      const runs = counts.get(id) ?? 0
      const state = folderState(root, env)
      const blocked =
        state.state === 'found' ? blockedBelow(found.problems, (path) => existsSync(join(root, path)), folder) : null
      // What can still be read is shown: then the folder counts as found, with what is missing said beside it.
      const shown = blocked && runs > 0 ? { ...blocked, state: 'found' as const } : (blocked ?? state)
      return [{ id, label, folder, ...shown, runs, program: programOf(command, env) }]
    }),
    channels: shownChannels(engine.channels(), env),
    watching: watchingHealth(
      board.roots().map(({ state }) => state),
      env,
    ),
    index: { done: board.progress.done, total: board.progress.total },
    unknownRecordTypes: found.unknownRecordTypes.slice(0, KEPT_TYPES).map((one) => ({ ...one, type: clampText(one.type, 100) })),
    problems: found.problems.length,
    isDemo,
  }
}

const programs = new Map<string, { readonly at: number; readonly found: Health['providers'][number]['program'] }>()
const PROGRAM_AGE_MS = 30_000

/** A program started from a desktop is told a shorter search path than a terminal. */
function usualFolders(env: Variables): string[] {
  if (process.platform === 'win32') return []
  const home = homeOf(env)
  return [join(home, '.local', 'bin'), join(home, 'bin'), '/opt/homebrew/bin', '/usr/local/bin']
}

/** Where people install agents often changes; a look along the whole search path each second would be too much. */
function programOf(command: string, env: Variables): Health['providers'][number]['program'] {
  const searchPath = [env['PATH'] ?? '', ...usualFolders(env)].join(delimiter)
  const key = `${command}${delimiter}${searchPath}`
  const known = programs.get(key)
  if (known && performance.now() - known.at < PROGRAM_AGE_MS) return known.found
  const { path, version } = findCommand(command, searchPath)
  const found = path === null ? null : { path, version }
  programs.set(key, { at: performance.now(), found })
  return found
}
