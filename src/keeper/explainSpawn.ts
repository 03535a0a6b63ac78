import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import { errorText } from '../shared/errorText'
import type { LaunchFault } from '../shared/launchState'
import { systemCode } from './systemCode'

export interface Wanted {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Asked before every start: the system says the same of a folder that is gone and of a program that is missing. */
export function explainFolder(cwd: string): LaunchFault | null {
  try {
    if (!statSync(cwd).isDirectory()) return { code: 'folder_gone', system: 'ENOTDIR', message: `${cwd} is not a folder.` }
    accessSync(cwd, constants.X_OK)
    return null
  } catch (error) {
    const system = systemCode(error)
    if (system === 'EACCES') return { code: 'folder_gone', system, message: `The folder ${cwd} may not be entered.` }
    return { code: 'folder_gone', system, message: `The folder ${cwd} does not exist any more.` }
  }
}

export function explainSpawn(error: unknown, { file, cwd, env }: Wanted): LaunchFault {
  const system = systemCode(error) || null
  const said = errorText(error)
  switch (system) {
    case 'ENOENT':
      if (findProgram(file, cwd, env) === null)
        return { code: 'program_missing', system, message: `There is no program ${file}.` }
      return {
        code: 'interpreter_missing',
        system,
        message: `${file} is there, but the program that its first line names is not.`,
      }
    case 'EACCES':
    case 'EPERM':
      return { code: 'not_executable', system, message: `${file} may not be run as a program.` }
    case 'E2BIG':
      return { code: 'too_long', system, message: 'The command line is longer than the system allows.' }
    case 'EMFILE':
    case 'ENFILE':
      return tooManyFiles(system)
    case 'ERR_INVALID_ARG_VALUE':
      return { code: 'bad_argument', system, message: 'An argument holds a zero byte, which no program can be given.' }
    default:
      return { code: 'other', system, message: `${file} could not be started: ${said}` }
  }
}

export function tooManyFiles(system: string): LaunchFault {
  return { code: 'too_many_files', system, message: 'Too many files are open to start another program.' }
}

/** As the system looks for it: a name with a slash from the folder, any other along the PATH. */
export function findProgram(file: string, cwd: string, env: Readonly<Record<string, string>>): string | null {
  if (isAbsolute(file)) return existsSync(file) ? file : null
  if (file.includes('/') || file.includes(sep)) return existsSync(join(cwd, file)) ? join(cwd, file) : null
  const folders = (env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder === '' ? cwd : folder, file)).find((path) => existsSync(path)) ?? null
}
