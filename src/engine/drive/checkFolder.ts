import { constants } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fail, ok, type Result } from '../../shared/result'
import { errorCode } from '../walkRoot'

/** A folder as a person writes it, `~` for their own. */
export function wholeFolder(text: string, home: string): string {
  const trimmed = text.trim()
  if (trimmed === '~') return home
  return /^~[\\/]/.test(trimmed) ? join(home, trimmed.slice(2)) : trimmed
}

/** Whether a session can be started there; otherwise why not, in words for a person. */
export async function checkFolder(text: string, home: string): Promise<Result<string, string>> {
  const folder = wholeFolder(text, home)
  if (folder === '') return fail('No folder is chosen.')
  if (!isAbsolute(folder)) return fail(`"${folder}" is not a whole path: it must begin at the root or with "~".`)
  try {
    if (!(await stat(folder)).isDirectory()) return fail(`${folder} is no folder.`)
    await access(folder, constants.R_OK | constants.X_OK)
    return ok(resolve(folder))
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return fail(`${folder} does not exist, or not any more.`)
    if (code === 'EACCES') return fail(`${folder} may not be entered.`)
    return fail(`${folder} cannot be used (${code}).`)
  }
}

const MOST_FOLDERS = 50

/** Folders that begin with what was typed, hidden ones only when asked for. */
export async function completeFolder(text: string, home: string): Promise<{ exists: boolean; folders: string[] }> {
  const path = wholeFolder(text, home)
  if (!isAbsolute(path)) return { exists: false, folders: [] }
  const isInside = /[\\/]$/.test(text.trim())
  const parent = isInside ? path : dirname(path)
  const start = isInside ? '' : basename(path)
  const names = await readdir(parent, { withFileTypes: true }).catch(() => [])
  const folders: string[] = []
  for (const entry of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (folders.length >= MOST_FOLDERS) break
    const isWanted = entry.name.toLowerCase().startsWith(start.toLowerCase()) && (start !== '' || !entry.name.startsWith('.'))
    if (isWanted && (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(join(parent, entry.name))))))
      folders.push(join(parent, entry.name))
  }
  return { exists: await isFolder(path), folders }
}

async function isFolder(path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => null)
  return (
    real !== null &&
    (await stat(real)
      .then((found) => found.isDirectory())
      .catch(() => false))
  )
}
