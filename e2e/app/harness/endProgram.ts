import type { ChildProcess } from 'node:child_process'
import type { ElectronApplication } from '@playwright/test'

/** Longer than the program itself gives what it has to stop. */
const patienceMs = 15_000

/** Asks the program to end; `child`: its process, asked for while it ran. A program that does not is a fault of its own, not a test that hangs: what it did wrong, or null. */
export async function endProgram(app: ElectronApplication, child: ChildProcess = app.process()): Promise<string | null> {
  let fault: string | null = null
  const gone = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
  const timer = setTimeout(() => {
    fault = `the program did not end within ${patienceMs / 1000} s of being asked to`
    killGroup(child.pid)
  }, patienceMs)
  // Rejects when the program goes before it has answered.
  await Promise.race([app.close().catch(() => undefined), gone])
  await gone
  clearTimeout(timer)
  const { exitCode, signalCode } = child
  return fault ?? (exitCode === 0 ? null : `the program ended with ${exitCode ?? signalCode}`)
}

/** Playwright starts the program as the head of a group: with it go all that it started. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has gone meanwhile.
  }
}
