import { readFileSync } from 'node:fs'
import type { ProcessLook, ProcessSource } from './processTable'
import { errorCode, isMissingCode } from './walkRoot'

/** Reads /proc/<pid>/stat at the moment of the question. `procFolder`: tests give their own. */
export function linuxProcesses(procFolder = '/proc'): ProcessSource {
  const read = (pid: number | 'self'): ProcessLook => {
    try {
      return parseProcStat(readFileSync(`${procFolder}/${pid}/stat`, 'latin1'))
    } catch (error) {
      const code = errorCode(error)
      return isMissingCode(code) || code === 'ESRCH' ? null : 'unknown'
    }
  }
  let bootAtMs: number | null = null
  return {
    look(pid) {
      const seen = read(pid)
      // Without a mounted /proc nothing can be found in it, which proves nothing.
      return seen === null && read('self') === null ? 'unknown' : seen
    },
    startedAtMs: (startToken) => {
      bootAtMs ??= readBootTime(procFolder)
      const ticks = Number(startToken)
      return bootAtMs === null || Number.isNaN(ticks) ? null : bootAtMs + ticks * MS_PER_TICK
    },
    refresh: () => Promise.resolve(),
  }
}

/** The kernel reports times to programs in hundredths of a second on every common architecture. */
const MS_PER_TICK = 10

function readBootTime(procFolder: string): number | null {
  try {
    const seconds = /^btime (\d+)$/m.exec(readFileSync(`${procFolder}/stat`, 'latin1'))?.[1]
    return seconds === undefined ? null : Number(seconds) * 1000
  } catch (error) {
    errorCode(error)
    return null
  }
}

/** Field 22 is the start time in clock ticks since boot. The command in field 2 may hold spaces and parentheses: count from the last one. */
export function parseProcStat(text: string): ProcessLook {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .trim()
    .split(' ')
  const state = fields[0]
  const startToken = fields[22 - 3]
  if (!text.includes(')') || startToken === undefined) return 'unknown'
  // A zombie has ended; only its parent has not asked yet.
  const parent = Number(fields[4 - 3])
  return state === 'Z' || state === 'X' || state === 'x' ? null : { startToken, ...(parent > 0 ? { parent } : {}) }
}
