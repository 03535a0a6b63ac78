import { type ProcessFolder, systemProcesses } from '../../processes/ownProcesses'
import { type HoldingProgram, programsHolding } from '../programsHolding'
import type { FoundServer } from './serverFinder'
import { unfinishedDirectories } from './unfinishedDirectories'

/** Without the server's own start, so far back is looked for what it may be working on. */
const LOOK_BACK_MS = 86_400_000

/** Folders in which a server may be at work, by what it has left unfinished in its database. The fewer the better: asked about one, it serves it. */
export function directoriesAtWork(
  databases: readonly string[],
  server: FoundServer | null,
  now: number,
  folder: ProcessFolder = systemProcesses,
): string[] {
  return databases.flatMap((path) => {
    const programs = server?.pid == null ? null : programsHolding(path, folder)
    const own = programs?.find(({ pid }) => pid === server?.pid)
    if (programs !== null && own === undefined) return []
    const directories = unfinishedDirectories(path, own?.startedAt ?? now - LOOK_BACK_MS)
    return directories.filter((directory) => !isSomebodyElses(directory, own ?? null, programs ?? []))
  })
}

/** Another program that has the database open stands in this folder, so that one works there. */
function isSomebodyElses(directory: string, own: HoldingProgram | null, programs: readonly HoldingProgram[]): boolean {
  return own !== null && own.cwd !== directory && programs.some(({ cwd }) => cwd === directory)
}
