import { openFilesOf, ownProcesses, type ProcessFolder, parentOf, systemProcesses } from '../../processes/ownProcesses'
import { isProgramName } from '../programsHolding'
import { listeningSockets } from '../server/listeningSockets'

/** Whether this process, or a program that it is only the starter of, has the port. Null: this system does not tell. */
export function listensAt(pid: number, port: number, processes: ProcessFolder = systemProcesses): boolean | null {
  const sockets = listeningSockets(processes)
  if (sockets === null) return null
  const wanted = new Set(sockets.filter((one) => one.port === port).map(({ inode }) => `socket:[${inode}]`))
  if (wanted.size === 0) return false
  const begun = ownProcesses(isProgramName, processes).filter((one) => one === pid || parentOf(one, processes) === pid)
  return [pid, ...begun].some((one) => openFilesOf(one, processes).some((target) => wanted.has(target)))
}
