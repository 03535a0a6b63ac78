import { realpathSync } from 'node:fs'
import {
  openFilesOf,
  ownProcesses,
  type ProcessFolder,
  startOf,
  systemProcesses,
  workingFolderOf,
} from '../processes/ownProcesses'

/** A program of the product that has the database open: it may work on any session of its folder. */
export interface HoldingProgram {
  readonly pid: number
  /** Null: the system does not tell. */
  readonly cwd: string | null
  /** In milliseconds since the epoch; null: the system does not tell. */
  readonly startedAt: number | null
}

/** Every such program of this user, by what it has open. Null: this system does not tell (no /proc). */
export function programsHolding(databasePath: string, folder: ProcessFolder = systemProcesses): HoldingProgram[] | null {
  if (workingFolderOf(process.pid, folder) === null && folder === systemProcesses) return null
  const path = realPathOf(databasePath)
  return ownProcesses(isProgramName, folder)
    .filter((pid) => openFilesOf(pid, folder).includes(path))
    .map((pid) => ({ pid, cwd: workingFolderOf(pid, folder), startedAt: startOf(pid, folder) }))
}

/** The program, under the names that its packages give to it. */
export function isProgramName(name: string): boolean {
  return /^\.?opencode/.test(name)
}

/** A path as the kernel writes it; the path itself where nothing lies there. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
