import { existsSync } from 'node:fs'
import { PROJECT } from '../../../test/harness/recordings'
import type { Program } from './ElectronShells'
import type { ShellKind } from './shell'

/** What `npm run app-e2e` has found or fetched before; null: this machine has none. */
export function findProgram(kind: Exclude<ShellKind, 'web'>): Program | null {
  const executable = process.env[kind === 'electron' ? 'UNDERSTORY_E2E_ELECTRON' : 'UNDERSTORY_E2E_PACKAGED']
  if (!executable || !existsSync(executable)) return null
  return { executable, leading: kind === 'electron' ? [PROJECT] : [] }
}
