import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { readSmallFile } from './readSmallFile'

export interface FoundCommand {
  readonly path: string | null
  readonly version: string | null
}

/** Looks along the search path. The command is never run: even asking its version may write into its folder. */
export function findCommand(command: string, searchPath: string): FoundCommand {
  for (const folder of searchPath.split(delimiter)) {
    if (folder === '') continue
    const path = join(folder, command)
    try {
      accessSync(path, constants.X_OK)
    } catch {
      continue
    }
    return { path, version: versionOf(path) }
  }
  return { path: null, version: null }
}

/** By the package it was installed from, else by a version in the real path's own name. */
function versionOf(path: string): string | null {
  let real: string
  try {
    real = realpathSync(path)
  } catch {
    return null
  }
  for (let folder = dirname(real), steps = 0; steps < 4 && folder !== dirname(folder); folder = dirname(folder), steps++) {
    try {
      const manifest: unknown = JSON.parse(textOf(join(folder, 'package.json')))
      if (typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string')
        return manifest.version
    } catch {
      // No manifest here; the next folder up may have it.
    }
  }
  return /(\d+\.\d+\.\d+)[^/\\]*$/.exec(real)?.[1] ?? null
}

function textOf(path: string): string {
  const read = readSmallFile(path, 1_000_000)
  return read.ok ? read.value.text : ''
}
