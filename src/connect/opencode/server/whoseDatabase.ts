import { openFilesOf, type ProcessFolder, systemProcesses } from '../../processes/ownProcesses'
import { realPathOf } from '../programsHolding'
import type { FoundServer } from './serverFinder'

/**
 * Which database a server's program has open: one of these, another one, or, where the system does not tell or it has none open yet,
 * nobody knows.
 */
export function whoseDatabase(
  { pid }: FoundServer,
  databases: readonly string[],
  folder: ProcessFolder = systemProcesses,
): 'ours' | 'others' | 'unknown' {
  const open = pid === null ? [] : openFilesOf(pid, folder)
  const held = open.filter((path) => /[\\/]opencode(-[^\\/]+)?\.db$/.test(path) || open.includes(`${path}-wal`))
  if (held.length === 0) return 'unknown'
  const ours = new Set(databases.map(realPathOf))
  return held.some((path) => ours.has(path)) ? 'ours' : 'others'
}
