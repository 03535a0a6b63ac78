import { setTimeout as wait } from 'node:timers/promises'

/** Settles when no process has this number any more; nobody else tells of processes that are not ours. */
export async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await wait(20)
  }
}
