import { readFileSync } from 'node:fs'
import type { SessionOwner } from '../../../core/drive/driver'
import { isOwnProgram } from '../../../core/providers/opencode/isOwnProgram'
import { ownProcesses, type ProcessFolder, systemProcesses } from '../../processes/ownProcesses'
import { isProgramName } from '../programsHolding'

/** Programs that were started to go on with this session. Nothing is locked, so what they were asked for is all there is to see. */
export function sessionOwners(session: string, folder: ProcessFolder = systemProcesses): SessionOwner[] {
  return ownProcesses(isProgramName, folder).flatMap((pid) => {
    const argv = argumentsOf(pid, folder)
    const isNamed = argv.some((word) => word === session || word.endsWith(`=${session}`))
    return isNamed && isOwnProgram(argv) ? [{ pid, words: `process ${pid}, which was started with this session` }] : []
  })
}

function argumentsOf(pid: number, { path }: ProcessFolder): string[] {
  try {
    return readFileSync(`${path}/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
