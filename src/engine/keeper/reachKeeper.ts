import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { keeperFolders, makePrivateFolder } from '../../keeper/keeperFolders'
import { errorText } from '../../shared/errorText'
import type { LaunchFault } from '../../shared/launchState'
import { fail, type Result } from '../../shared/result'
import { connectKeeper, type KeeperLink, type LinkEvents, unreachable } from './connectKeeper'
import type { KeeperStart } from './keeperStart'
import { readEnd } from './readEnd'

const LOOK_MS = 25
const PATIENCE_MS = 20_000
const MAX_STARTS = 5
const MAX_LOG_BYTES = 256 * 1024
/** Ended because another one keeps this home: no failure. */
const TAKEN = 3

export interface ReachOptions {
  readonly home: string
  readonly start: KeeperStart
  readonly graceMs: number
  readonly events: LinkEvents
}

/** The keeper of this home, started where there is none. Any number may try at once: they all meet the same one. */
export async function reachKeeper({ home, start, graceMs, events }: ReachOptions): Promise<Result<KeeperLink, LaunchFault>> {
  const { file, own } = keeperFolders(home)
  const log = join(own, 'log')
  let child: Started | null = null
  let failures = 0
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
    const met = await connectKeeper(file, graceMs, events)
    if (!met.ok) return met
    if (met.value) return { ok: true, value: met.value }
    if (child?.hasFailed()) failures += 1
    if (failures === MAX_STARTS)
      return fail(unreachable(`The keeper could not be started: ${child?.why() ?? readEnd(log, 2000)}`))
    if (!child || child.isOver()) {
      try {
        child = startKeeper(home, start, own, log)
      } catch (error) {
        return fail(unreachable(`The keeper could not be started: ${errorText(error)}`))
      }
    }
    await wait(LOOK_MS)
  }
  return fail(unreachable('The keeper of what is launched was started, but cannot be reached.'))
}

interface Started {
  isOver(): boolean
  hasFailed(): boolean
  why(): string | null
}

function startKeeper(home: string, { program, args, env }: KeeperStart, own: string, log: string): Started {
  makePrivateFolder(own)
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) rmSync(log, { force: true })
  const said = openSync(log, 'a', 0o600)
  let error: Error | null = null
  let child: ChildProcess
  try {
    // Its own session, and no folder but its home: what ends us, or the folder we were started in, is not its business.
    child = spawn(program, [...args, home], {
      cwd: home,
      env: { ...env },
      detached: true,
      stdio: ['ignore', said, said],
      windowsHide: true,
    })
  } finally {
    closeSync(said)
  }
  child.once('error', (thrown) => {
    error = thrown
  })
  child.unref()
  const isOver = (): boolean => error !== null || child.exitCode !== null || child.signalCode !== null
  return {
    isOver,
    hasFailed: () => isOver() && child.exitCode !== TAKEN && child.exitCode !== 0,
    why: () => error?.message ?? null,
  }
}
