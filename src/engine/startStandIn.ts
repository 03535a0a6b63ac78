import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A process that does nothing but live; it ends with us, because its stdin closes then. */
export async function startStandIn(): Promise<{ readonly pid: number; close(): void }> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Electron's binary is Node only when told so.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  child.stdin.on('error', () => undefined)
  await once(child, 'spawn').catch(() => undefined)
  child.unref()
  return {
    // A stand-in that could not be started leaves the run without a live owner; the demo still plays.
    pid: child.pid ?? process.pid,
    close: () => {
      child.stdin.end()
    },
  }
}
