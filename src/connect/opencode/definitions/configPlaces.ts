import { join } from 'node:path'
import type { ConnectionSettings } from '../../../core/connection'
import { foldersAbove } from '../../foldersAbove'

/** One place that can say something of an agent: a folder of definitions, or a file of settings. */
export type ConfigPlace =
  | { readonly kind: 'agents'; readonly folder: string }
  | { readonly kind: 'settings'; readonly file: string }

/** What OpenCode needs to be told to find a person's own settings. */
export const configVariables = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'OPENCODE_CONFIG', 'OPENCODE_CONFIG_DIR'] as const

/** The one that wins first: folders of its own (the project's nearest to where it works, then the person's), then plain settings. */
export async function configPlaces(variables: ConnectionSettings['variables'], folder: string): Promise<readonly ConfigPlace[]> {
  const above = await foldersAbove(folder)
  const home = variables['HOME'] ?? variables['USERPROFILE']
  const base = variables['XDG_CONFIG_HOME'] ?? (home && join(home, '.config'))
  const own = base ? [join(base, 'opencode')] : []
  const chosen = variables['OPENCODE_CONFIG_DIR'] ? [variables['OPENCODE_CONFIG_DIR']] : []
  const project = above.map((at) => join(at, '.opencode'))
  const homes = home ? [join(home, '.opencode')] : []
  const whole = [...chosen, ...new Set([...project, ...homes])]
  const file = variables['OPENCODE_CONFIG']
  return [
    ...whole.flatMap((at) => [...agentsIn(at), ...settingsIn(at)]),
    ...own.flatMap(agentsIn),
    ...above.flatMap(settingsIn),
    ...(file ? [{ kind: 'settings', file } as const] : []),
    ...own.flatMap((at) => [...settingsIn(at), { kind: 'settings', file: join(at, 'config.json') } as const]),
  ]
}

function agentsIn(folder: string): ConfigPlace[] {
  return ['agents', 'agent'].map((name) => ({ kind: 'agents', folder: join(folder, name) }))
}

function settingsIn(folder: string): ConfigPlace[] {
  return ['opencode.jsonc', 'opencode.json'].map((name) => ({ kind: 'settings', file: join(folder, name) }))
}
