import { openFilesOf, type ProcessFolder, systemProcesses } from '../../processes/ownProcesses'
import { realPathOf } from '../programsHolding'
import type { FoundServer } from './serverFinder'

/** False only where the system tells that its program has another database of the product open and none of these. */
export function isServerOfOurs(
  { pid }: FoundServer,
  databases: readonly string[],
  folder: ProcessFolder = systemProcesses,
): boolean {
  const open = pid === null ? [] : openFilesOf(pid, folder)
  const held = open.filter((path) => /[\\/]opencode(-[^\\/]+)?\.db$/.test(path) || open.includes(`${path}-wal`))
  if (held.length === 0) return true
  const ours = new Set(databases.map(realPathOf))
  return held.some((path) => ours.has(path))
}
