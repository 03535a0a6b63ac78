import { parentOf } from './ownProcesses'

const DEEPEST = 32

/** It is this process, or was started by it or by one below it. False also where this system does not tell. */
export function isBelow(pid: number, ancestor: number, parent: (pid: number) => number | null = (one) => parentOf(one)): boolean {
  let at: number | null = pid
  for (let depth = 0; at !== null && depth < DEEPEST; depth++) {
    if (at === ancestor) return true
    at = parent(at)
  }
  return false
}
