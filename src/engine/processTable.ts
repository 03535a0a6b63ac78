import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { systemTimers } from './every'
import { linuxProcesses } from './linuxProcesses'
import { CIM_ARGUMENTS, parseCim, parseTasklist, TASKLIST_ARGUMENTS } from './parseCim'
import { PS_ARGUMENTS, parsePs } from './parsePs'
import { listedProcesses } from './processListed'

export type Liveness = 'alive' | 'dead' | 'unknown'

/** A process as the system knows it now. Null: there is none (or only its remains, a zombie). */
export type ProcessLook =
  | {
      readonly startToken: string | null
      /** The process that started it; absent: not told. */
      readonly parent?: number
    }
  | null
  | 'unknown'

/** Where looks come from: /proc at once, or a list made beforehand. */
export interface ProcessSource {
  look(pid: number): ProcessLook
  /** When a process with this start token began, in milliseconds since the epoch; null: the token does not tell. */
  startedAtMs(startToken: string): number | null
  refresh(): Promise<void>
}

export interface ProcessTable {
  /** `startToken` null: nobody wrote down when it started, so a pid given to another process counts as alive. */
  isAlive(pid: number, startToken: string | null): Liveness
  /** Null: no such process, or the system does not tell. */
  startToken(pid: number): string | null
  /** The processes that started it, the nearest first, as far as the system tells. */
  ancestors(pid: number): readonly number[]
  /** Milliseconds since the epoch; null: no such process, or nobody knows. */
  startedAtMs(pid: number): number | null
  /** Where processes can only be listed by a command (macOS, Windows): lists them anew. Until the first time, all is 'unknown'. */
  refresh(): Promise<void>
}

const CACHE_MS = 1000

function parentOf(seen: ProcessLook): number | null {
  return seen === null || seen === 'unknown' ? null : (seen.parent ?? null)
}

export function createProcessTable(source: ProcessSource, now: () => number = systemTimers.now): ProcessTable {
  let looks = new Map<number, ProcessLook>()
  let expiresAt = -Infinity
  const look = (pid: number): ProcessLook => {
    // Cleared as a whole, or the table grows with every pid ever asked for.
    if (now() >= expiresAt) {
      looks = new Map()
      expiresAt = now() + CACHE_MS
    }
    const cached = looks.get(pid)
    if (cached !== undefined) return cached
    const fresh = Number.isSafeInteger(pid) && pid > 0 ? source.look(pid) : null
    looks.set(pid, fresh)
    return fresh
  }
  return {
    isAlive(pid, startToken) {
      const seen = look(pid)
      if (seen === 'unknown') return 'unknown'
      if (seen === null) return 'dead'
      if (startToken === null) return 'alive'
      if (seen.startToken === null) return 'unknown'
      return seen.startToken === startToken ? 'alive' : 'dead'
    },
    startToken(pid) {
      const seen = look(pid)
      return seen === null || seen === 'unknown' ? null : seen.startToken
    },
    ancestors(pid) {
      const found: number[] = []
      for (let at = parentOf(look(pid)); at !== null && !found.includes(at); at = parentOf(look(at))) found.push(at)
      return found
    },
    startedAtMs(pid) {
      const seen = look(pid)
      return seen === null || seen === 'unknown' || seen.startToken === null ? null : source.startedAtMs(seen.startToken)
    },
    async refresh() {
      await source.refresh()
      expiresAt = -Infinity
    },
  }
}

/** The one place that knows which system this is. */
export function processSourceFor(platform: NodeJS.Platform): ProcessSource {
  switch (platform) {
    case 'linux':
    case 'android':
      return linuxProcesses()
    case 'win32':
      return listedProcesses([
        async () => parseCim(await output('powershell.exe', CIM_ARGUMENTS)),
        // Where PowerShell is locked down: pids without start times.
        async () => parseTasklist(await output('tasklist.exe', TASKLIST_ARGUMENTS)),
      ])
    default:
      return listedProcesses([async () => parsePs(await output('ps', PS_ARGUMENTS))])
  }
}

async function output(command: string, args: readonly string[]): Promise<string> {
  // LC_ALL: the date in `ps` would otherwise change its words with the user's language.
  const options = { env: { ...process.env, LC_ALL: 'C' }, timeout: 10_000, maxBuffer: 16 << 20, windowsHide: true }
  const { stdout } = await promisify(execFile)(command, [...args], options)
  return stdout
}
