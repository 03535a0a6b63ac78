import { connections } from '../connect/connections'
import type { EngineSettings } from './engine'
import { findProductFiles, type ProductFiles } from './productFiles'
import { rootsFromEnvironment, stateFolderFromEnvironment } from './roots'

export type Variables = Readonly<Record<string, string | undefined>>

export type EngineOverrides = Partial<Pick<EngineSettings, 'roots' | 'stateFolder' | 'isPlayed' | 'driven'>>

const dayMs = 24 * 60 * 60 * 1000

/** What the engine is to know of the outside (CONTRACT §2). The shells pass the environment; the engine reads none of its own. */
export function settingsFromEnvironment(
  env: Variables,
  overrides: EngineOverrides,
  onWarning: (message: string) => void,
  product: ProductFiles = findProductFiles(),
): EngineSettings {
  return {
    variables: Object.fromEntries(connections.flatMap((one) => one.variables.map((name) => [name, env[name] || undefined]))),
    isPlayed: overrides.isPlayed ?? false,
    ...(overrides.driven ? { driven: overrides.driven } : {}),
    roots: overrides.roots ?? rootsFromEnvironment(env),
    stateFolder: overrides.stateFolder ?? stateFolderFromEnvironment(env),
    priceFile: env['UNDERSTORY_PRICES'] || null,
    priceTable: product.priceTable,
    workerScript: product.workerScript,
    version: product.version,
    promptWindowMs: promptWindowFromEnvironment(env, onWarning) ?? dayMs,
    onWarning,
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: dayMs }

/**
 * How long after a call a child with an equal prompt may still be its own: generous, for exactness and not time prevents errors.
 * Null: not said, or not understood.
 */
export function promptWindowFromEnvironment(env: Variables, onWarning: (message: string) => void): number | null {
  const text = env['UNDERSTORY_PROMPT_WINDOW']
  if (text === undefined || text === '') return null
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const ms = unit === undefined ? undefined : unitMs[unit]
  if (count !== undefined && ms !== undefined) return Number(count) * ms
  onWarning(`UNDERSTORY_PROMPT_WINDOW is not a time such as 30s, 10m, 24h or 2d: 24h is used`)
  return null
}
