import { opendirSync } from 'node:fs'
import type { Problem } from '../../shared/views'
import { homeOf } from '../roots'
import type { Variables } from '../settingsFromEnvironment'
import { errorCode } from '../walkRoot'
import { clampText } from './clampText'

export interface FolderState {
  readonly state: 'found' | 'missing' | 'unreadable'
  readonly reason: string | null
  readonly remedy: string | null
}

/** Whether a provider's folder can be read, and what to do where it cannot. */
export function folderState(folder: string, env: Variables): FolderState {
  try {
    opendirSync(folder).closeSync()
    return { state: 'found', reason: null, remedy: null }
  } catch (error) {
    return stateOfFailure(errorCode(error), tilde(folder, env))
  }
}

function stateOfFailure(code: string, folder: string): FolderState {
  switch (code) {
    case 'ENOENT':
      return { state: 'missing', reason: 'The folder does not exist. It will be read as soon as it appears.', remedy: null }
    case 'ENOTDIR':
      return { state: 'unreadable', reason: 'It is a file, not a folder.', remedy: null }
    case 'EACCES':
    case 'EPERM':
      return {
        state: 'unreadable',
        reason: `This user may not read the folder (${code}).`,
        remedy: readRemedy(folder),
      }
    default:
      return { state: 'unreadable', reason: `The folder cannot be read (${code}).`, remedy: null }
  }
}

/** A folder that can be listed may still hold one that cannot: an empty list must not pass for an empty folder. */
export function blockedBelow(
  problems: readonly Problem[],
  isThere: (path: string) => boolean,
  folder: string,
): FolderState | null {
  const blocked = problems.find(
    ({ code, line, source }) => code === 'unreadable' && line === null && source !== '.' && isThere(source),
  )
  if (!blocked) return null
  const { remedy } = stateOfFailure('EACCES', folder)
  return { state: 'unreadable', reason: `${clampText(blocked.source, 200)}: ${clampText(blocked.message, 200)}`, remedy }
}

/** What makes a folder readable for the one who asks; null: no command does here. */
export function readRemedy(folder: string): string | null {
  if (process.platform === 'win32') return null
  return `sudo chown -R "$USER" ${quoted(folder)} && chmod -R u+rX ${quoted(folder)}`
}

/** For a shell, with a leading `~` left to it. */
function quoted(path: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(path)) return path
  const [, home = '', rest = path] = /^(~\/)?(.*)$/s.exec(path) ?? []
  return `${home}'${rest.replaceAll("'", `'\\''`)}'`
}

/** As a person would write it. */
export function tilde(path: string, env: Variables): string {
  const home = homeOf(env)
  if (path === home) return '~'
  return home.length > 1 && (path.startsWith(`${home}/`) || path.startsWith(`${home}\\`)) ? `~${path.slice(home.length)}` : path
}
