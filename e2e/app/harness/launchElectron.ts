import { _electron, type ElectronApplication } from '@playwright/test'
import { PROJECT } from '../../../test/harness/recordings'
import type { Environment } from '../../../test/harness/workspace'
import type { Program } from './findProgram'
import { writeLauncher } from './writeLauncher'

/** What every start says, whoever starts it. */
export function argumentsOf({ leading }: Program, uri?: string): string[] {
  return ['--no-sandbox', ...leading, ...(uri === undefined ? [] : [uri])]
}

/** The program under Playwright's hands, held back until they are there. */
export function launchElectron(program: Program, env: Environment, uri?: string): Promise<ElectronApplication> {
  const { executable, hold, holdsPlaywright } = program
  return _electron.launch({
    executablePath: holdsPlaywright ? writeLauncher(env['HOME'] ?? '', executable) : executable,
    args: [...hold, ...argumentsOf(program, uri)],
    env: { ...env },
    cwd: PROJECT,
  })
}
