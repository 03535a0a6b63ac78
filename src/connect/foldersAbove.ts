import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'

const MOST = 40

/**
 * A folder and those above it, the nearest first, up to the top of its repository or of the disk: where products look for what a
 * project defines. The folder comes from a transcript: one on another machine is none, for the mere look at it would greet that machine.
 */
export async function foldersAbove(folder: string): Promise<readonly string[]> {
  if (!isAbsolute(folder) || /^[\\/]{2}/.test(folder) || folder.includes('\0')) return []
  const folders: string[] = []
  for (let at = folder; folders.length < MOST; at = dirname(at)) {
    folders.push(at)
    if (dirname(at) === at || (await isThere(join(at, '.git')))) break
  }
  return folders
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
