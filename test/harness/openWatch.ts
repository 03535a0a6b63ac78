import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { WatchFrame } from '../../src/shared/views'
import { readLines } from './readLines'
import { keepTrack, UNDERSTORY } from './runCli'
import { WatchLedger } from './watchLedger'
import type { Environment } from './workspace'

export interface Watch {
  readonly ledger: WatchLedger
  /** Resolves as soon as `test` holds, asked again after every frame; rejects when it did not in time or the program ended. */
  until(what: string, test: () => boolean, limitMs: number): Promise<void>
  stderr(): string
  /** SIGINT; the promise is an end with code 0, anything else is a fault in the ledger. */
  close(): Promise<void>
}

interface Waiter {
  readonly test: () => boolean
  readonly done: (failure: Error | null) => void
}

class Waiters {
  private readonly list = new Set<Waiter>()
  private ended: string | null = null

  look(): void {
    for (const waiter of [...this.list]) if (waiter.test()) waiter.done(null)
  }

  end(how: string): void {
    this.ended = how
    for (const waiter of [...this.list]) waiter.done(new Error(how))
  }

  wait(what: string, test: () => boolean, limitMs: number): Promise<void> {
    if (test()) return Promise.resolve()
    if (this.ended !== null) return Promise.reject(new Error(`waiting for ${what}: ${this.ended}`))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.done(new Error(`not within ${limitMs} ms`)), limitMs)
      const waiter: Waiter = {
        test,
        done: (failure) => {
          clearTimeout(timer)
          this.list.delete(waiter)
          if (failure) reject(new Error(`waiting for ${what}: ${failure.message}`))
          else resolve()
        },
      }
      this.list.add(waiter)
    })
  }
}

/** Starts `understory watch … --json` and books every frame; resolves with the snapshot in the ledger. */
export async function openWatch(args: readonly string[], env: Environment): Promise<Watch> {
  const child = keepTrack(
    spawn(UNDERSTORY, ['watch', ...args, '--json'], { cwd: tmpdir(), env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const ledger = new WatchLedger()
  const waiters = new Waiters()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  readLines(child.stdout, (line) => {
    try {
      ledger.take(JSON.parse(line) as WatchFrame, Date.now())
    } catch (error) {
      ledger.fault(`${error instanceof Error ? error.message : error}: ${line.slice(0, 80)}`)
    }
    waiters.look()
  })
  const ended = new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(`cannot be started: ${error.message}`))
    child.once('close', (code, signal) => resolve(code === 0 ? null : `ended with ${code ?? signal}: ${stderr.slice(0, 300)}`))
  })
  ended.then((how) => waiters.end(how ?? 'watch has ended'))
  const close = async (): Promise<void> => {
    child.kill('SIGINT')
    const timer = setTimeout(() => {
      ledger.fault('watch did not end within 5 s of SIGINT')
      child.kill('SIGKILL')
    }, 5_000)
    const how = await ended
    clearTimeout(timer)
    if (how) ledger.fault(`watch ${how}`)
  }
  try {
    await waiters.wait('the snapshot', () => ledger.frames > 0, 20_000)
  } catch (failure) {
    await close()
    throw failure
  }
  return { ledger, until: (what, test, limitMs) => waiters.wait(what, test, limitMs), stderr: () => stderr, close }
}
