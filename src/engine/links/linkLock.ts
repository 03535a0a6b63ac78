import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorText } from '../../shared/errorText'
import { fail, ok, type Result } from '../../shared/result'
import { errorCode } from '../walkRoot'

const RETRY_MS = 20
const PATIENCE_MS = 5000
/** Whoever holds it works for a moment only: one this old was left behind by a process that is gone. */
const STALE_MS = 10_000

/** One writer at a time over all processes: without it two that read the same acts would each lose the other's. */
export async function withLinkLock<T>(path: string, work: () => T): Promise<Result<T, string>> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const taken = take(path)
    if (taken === 'taken') break
    if (taken !== 'busy') return fail(taken.reason)
    if (waitedMs >= PATIENCE_MS) return fail(`another process holds ${path}`)
    await wait(RETRY_MS)
  }
  try {
    return ok(work())
  } finally {
    rmSync(path, { force: true })
  }
}

function take(path: string): 'taken' | 'busy' | { readonly reason: string } {
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (error) {
    return { reason: errorText(error) }
  }
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: 'wx' })
    return 'taken'
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return { reason: errorText(error) }
    dropStale(path)
    return 'busy'
  }
}

function dropStale(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > STALE_MS) rmSync(path, { force: true })
  } catch {
    // Given back in this very moment: the next try finds it free.
  }
}
