import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Recording, ROOT_VARIABLE } from './recordings'

export type Environment = Readonly<Record<string, string>>

/** A private folder with a provider root in it, and an environment that knows nothing else of this machine. */
export interface Workspace {
  readonly folder: string
  readonly root: string
  readonly stateFolder: string
  readonly env: Environment
}

const KEPT = ['PATH', 'TMPDIR', 'LANG']

/** Every variable that could lead to a person's own files points into `home` instead. */
export function cleanEnvironment(home: string, extra: Environment = {}): Environment {
  const kept = KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []))
  mkdirSync(home, { recursive: true })
  return {
    LANG: 'C.UTF-8',
    ...Object.fromEntries(kept),
    HOME: home,
    UNDERSTORY_HOME: join(home, 'understory-state'),
    CLAUDE_CONFIG_DIR: join(home, 'no-claude'),
    CODEX_HOME: join(home, 'no-codex'),
    XDG_DATA_HOME: join(home, 'no-data'),
    NO_COLOR: '1',
    // Servers that somebody else runs on this machine are nobody's business here.
    UNDERSTORY_OPENCODE_SERVERS: 'only',
    ...extra,
  }
}

/** With a provider's root that does not exist yet. Whoever makes it removes it. */
export function makeWorkspace(provider: string, rootName = `${provider}-home`): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'understory-test-'))
  const root = join(folder, rootName)
  const env = cleanEnvironment(join(folder, 'user'), { [ROOT_VARIABLE[provider] ?? 'CLAUDE_CONFIG_DIR']: root })
  return { folder, root, stateFolder: env['UNDERSTORY_HOME'] ?? '', env }
}

export function removeWorkspace({ folder }: Workspace): void {
  // A program that is just ending may still create a file in its state folder while we delete it.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

async function use<T>(workspace: Workspace, work: (workspace: Workspace) => Promise<T>): Promise<T> {
  try {
    return await work(workspace)
  } finally {
    removeWorkspace(workspace)
  }
}

/** Runs `work` with a provider's root that does not exist yet; the folder is gone afterwards. */
export function withWorkspace<T>(work: (workspace: Workspace) => Promise<T>, provider = 'claude'): Promise<T> {
  return use(makeWorkspace(provider), work)
}

/** Runs `work` beside a private copy of the recording's provider root. */
export function withPlacedRecording<T>(recording: Recording, work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = makeWorkspace(recording.provider, recording.rootName)
  cpSync(recording.root, workspace.root, { recursive: true })
  return use(workspace, work)
}
