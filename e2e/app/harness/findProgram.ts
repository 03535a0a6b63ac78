import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../../../test/harness/recordings'
import type { ShellKind } from './shell'

/** How to start the program: the runtime with the project's folder, or a packaged program that needs none. */
export interface Program {
  readonly executable: string
  /** Before all other words when Playwright starts it: holds the window back until Playwright watches. */
  readonly hold: readonly string[]
  readonly leading: readonly string[]
  /** A package loads nothing but itself: there Playwright is held back instead, until the window is at rest. */
  readonly holdsPlaywright: boolean
}

// Playwright gives this along only where it finds Electron itself. Attaching to a window that is just coming to be, it now and then
// waits for ever.
const loader = join(PROJECT, 'node_modules', 'playwright-core', 'lib', 'server', 'electron', 'loader.js')

/** What `npm run app-e2e` has found or fetched before; null: this machine has none. */
export function findProgram(kind: Exclude<ShellKind, 'web'>): Program | null {
  const executable = process.env[kind === 'electron' ? 'UNDERSTORY_E2E_ELECTRON' : 'UNDERSTORY_E2E_PACKAGED']
  if (!executable || !existsSync(executable)) return null
  if (kind === 'packaged') return { executable, hold: [], leading: [], holdsPlaywright: true }
  return { executable, hold: ['-r', loader], leading: [PROJECT], holdsPlaywright: false }
}
