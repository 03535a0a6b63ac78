import { spawn } from 'node:child_process'
import type { LaunchSignal } from '../shared/keeperMessages'
import type { LaunchState } from '../shared/launchState'
import { procStart } from './procStart'
import { systemCode } from './systemCode'

/** Null: done. Else what the system said. */
export function signalGroup(state: LaunchState, signal: LaunchSignal | 0): string | null {
  const { pid } = state
  if (pid === null || isStranger(state)) return 'ESRCH'
  if (process.platform === 'win32') return signalTree(pid, signal)
  return send(-pid, signal)
}

/** Only while the keeper knows it as its child: a number may be given away as soon as its process has been waited for. */
export function signalProcess(state: LaunchState, signal: LaunchSignal): string | null {
  return state.pid === null || state.exited || isStranger(state) ? 'ESRCH' : send(state.pid, signal)
}

/** While a group lives its number is not given to a new process: if one has it, the group is gone. */
function isStranger({ pid, procStart: began }: LaunchState): boolean {
  if (pid === null || began === null) return false
  const now = procStart(pid)
  return now !== null && now !== began
}

function send(target: number, signal: LaunchSignal | 0): string | null {
  try {
    process.kill(target, signal)
    return null
  } catch (error) {
    return systemCode(error) || 'EINVAL'
  }
}

/** Windows has no groups; its own tool walks down the tree. */
function signalTree(pid: number, signal: LaunchSignal | 0): string | null {
  if (signal !== 'SIGKILL') return send(pid, signal)
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => undefined)
  return null
}
