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
    // S3.4: generous by default; exactness, not time, prevents errors.
    promptWindowMs: dayMs,
    onWarning,
  }
}
