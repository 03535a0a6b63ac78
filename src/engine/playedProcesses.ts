import type { ProcessSource } from './processTable'

/** Above every number that a system gives to a process: what is played is never taken for somebody's own. */
let last = 2 ** 30
const living = new Set<number>()

/** The owner of a session that is played. A process of its own it cannot be: an installed app may start nothing but itself. */
export function beginPlayedProcess(): { readonly pid: number; end(): void } {
  const pid = ++last
  living.add(pid)
  return { pid, end: () => void living.delete(pid) }
}

/** What an engine over a play knows of processes: only those that are played live. */
export const playedProcesses: ProcessSource = {
  look: (pid) => (living.has(pid) ? { startToken: null } : null),
  startedAtMs: () => null,
  refresh: () => Promise.resolve(),
}
