import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HeldId } from '../shared/ids'

export interface KeeperFolders {
  /** Its lock, its log, and its socket where the path is short enough. */
  readonly own: string
  readonly launches: string
  /** How to reach it. */
  readonly file: string
}

export function keeperFolders(home: string): KeeperFolders {
  return { own: join(home, 'keeper'), launches: join(home, 'launches'), file: join(home, 'keeper.json') }
}

export interface LaunchFiles {
  readonly folder: string
  readonly state: string
  readonly out: string
  readonly err: string
  readonly in: string
}

export function launchFiles(home: string, launch: HeldId): LaunchFiles {
  const folder = join(keeperFolders(home).launches, launch)
  return {
    folder,
    state: join(folder, 'state.json'),
    out: join(folder, 'out'),
    err: join(folder, 'err'),
    in: join(folder, 'in'),
  }
}

/** Nobody else may look in: what agents say and what they are told lies here. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  // An older one may have been made with other rights.
  chmodSync(path, 0o700)
}

/** A reader sees the old one or the new one, never half of either. */
export function writePrivateFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, path)
}
