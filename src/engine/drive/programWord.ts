import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { basename, delimiter, isAbsolute, join } from 'node:path'

/** How a person types a program: by its bare name where that leads to this very file, else by its path. */
export function programWord(path: string, searchPath: string): string {
  const name = basename(path)
  const first = searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isExecutable)
  return first !== undefined && realOf(first) === realOf(path) ? name : path
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
