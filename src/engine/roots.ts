import { homedir } from 'node:os'
import { join } from 'node:path'

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
