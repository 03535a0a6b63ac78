import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './recordings'
import type { Environment, Workspace } from './workspace'

/** A program in the place of the real one that is steered as it is; ends with the test at the latest. */
export function withSteeredProgram({ folder, env }: Workspace): { readonly env: Environment; readonly work: string } {
  const path = join(folder, 'steered')
  const work = join(folder, 'work ü $(id)')
  mkdirSync(work, { recursive: true })
  const script = join(PROJECT, 'test', 'mocks', 'steered', 'steeredSession.mjs')
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`)
  chmodSync(path, 0o755)
  const quick = { UNDERSTORY_KEEPER_IDLE_MS: '2000', UNDERSTORY_KEEPER_STEP_MS: '300' }
  return { env: { ...env, UNDERSTORY_CLAUDE_PROGRAM: path, ...quick }, work }
}
