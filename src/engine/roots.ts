import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The variables that say where a provider's files are, by provider. */
export const rootVariables: Readonly<Record<string, string>> = {
  claude: 'CLAUDE_CONFIG_DIR',
  codex: 'CODEX_HOME',
  opencode: 'XDG_DATA_HOME',
}

/** CONTRACT §2: where each provider keeps its files. The product's own variable wins, else the usual place. */
export function rootsFromEnvironment(env: Environment): Readonly<Record<string, string>> {
  const home = homeOf(env)
  return {
    claude: absolute(env['CLAUDE_CONFIG_DIR']) ?? join(home, '.claude'),
    codex: absolute(env['CODEX_HOME']) ?? join(home, '.codex'),
    opencode: join(absolute(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share'), 'opencode'),
  }
}

/** What a program of this provider must be told so that it keeps its files in this folder; nothing where it would anyway. */
export function variablesForRoot(provider: string, root: string, env: Environment): Readonly<Record<string, string>> {
  const variable = rootVariables[provider]
  if (variable === undefined || rootsFromEnvironment(env)[provider] === root) return {}
  // Its folder lies below the one that the variable names.
  return { [variable]: variable === 'XDG_DATA_HOME' ? dirname(root) : root }
}

/** Beside the folder: what says where a provider keeps its conversations. */
const placeVariables: Readonly<Record<string, readonly string[]>> = { opencode: ['OPENCODE_DB'] }

/** What somebody has set so that a provider's files lie elsewhere: a program that is to find them must be told the same. */
export function unusualPlaces(provider: string, env: Environment): Readonly<Record<string, string>> {
  const usual = rootsFromEnvironment({ HOME: homeOf(env) })[provider]
  const main = rootVariables[provider]
  const isMoved = main !== undefined && rootsFromEnvironment(env)[provider] !== usual
  const names = [...(isMoved ? [main] : []), ...(placeVariables[provider] ?? [])]
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}

/** The only folder that is ever written. */
export function stateFolderFromEnvironment(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const own = absolute(env['UNDERSTORY_HOME'])
  if (own !== null) return own
  const home = homeOf(env)
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Understory')
  if (platform === 'win32') return join(absolute(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'), 'Understory')
  return join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'understory')
}

export function homeOf(env: Environment): string {
  return absolute(env['HOME']) ?? absolute(env['USERPROFILE']) ?? homedir()
}

/** An empty variable is an unset one, as every shell user expects. */
function absolute(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}
