import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineSettings } from '../engine/engine'
import { productFolder } from './productFolder'
import { productVersion } from './productVersion'

/** How the terminal wants to be written to. Read without touching the engine, so that help stays quick. */
export interface TerminalSettings {
  readonly columns: number | null
  readonly wantsColour: (isTerminal: boolean) => boolean
}

type Variables = Readonly<Record<string, string | undefined>>

export function terminalFromEnvironment(env: Variables): TerminalSettings {
  const columns = /^\d{1,4}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : 0
  const force = env['FORCE_COLOR']
  const forced = force !== undefined && force !== '0' && force !== 'false'
  const refused = (env['NO_COLOR'] ?? '') !== '' || force === '0' || force === 'false'
  return {
    columns: columns >= 20 ? columns : null,
    wantsColour: (isTerminal) => !refused && (forced || (isTerminal && env['TERM'] !== 'dumb')),
  }
}

export type EngineOverrides = Partial<Pick<EngineSettings, 'roots' | 'stateFolder'>>

const dayMs = 24 * 60 * 60 * 1000

/** What the engine is to know of the outside (CONTRACT §2). */
export async function engineSettings(
  env: Variables,
  overrides: EngineOverrides,
  onWarning: (message: string) => void,
): Promise<EngineSettings> {
  const { rootsFromEnvironment, stateFolderFromEnvironment } = await import('../engine/roots')
  const folder = productFolder()
  const worker = join(folder, 'out', 'main', 'indexWorker.js')
  return {
    roots: overrides.roots ?? rootsFromEnvironment(env),
    stateFolder: overrides.stateFolder ?? stateFolderFromEnvironment(env),
    priceFile: env['UNDERSTORY_PRICES'] || null,
    priceTable: join(folder, 'resources', 'prices.json'),
    workerScript: existsSync(worker) ? worker : null,
    version: productVersion(),
    promptWindowMs: promptWindow(env['UNDERSTORY_PROMPT_WINDOW'], onWarning),
    onWarning,
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: dayMs }

/** How long after a call a child with an equal prompt may still be its own: generous, for exactness and not time prevents errors. */
function promptWindow(text: string | undefined, onWarning: (message: string) => void): number {
  if (text === undefined || text === '') return dayMs
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const ms = unit === undefined ? undefined : unitMs[unit]
  if (count !== undefined && ms !== undefined) return Number(count) * ms
  onWarning(`UNDERSTORY_PROMPT_WINDOW is not a time such as 30s, 10m, 24h or 2d: 24h is used`)
  return dayMs
}
