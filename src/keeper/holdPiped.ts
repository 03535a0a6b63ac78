import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { StartRequest, Written } from '../shared/keeperMessages'
import type { LaunchFault } from '../shared/launchState'
import { fail, ok, type Result } from '../shared/result'
import { explainSpawn } from './explainSpawn'
import { endedFault, type HeldChild } from './heldChild'
import type { LaunchFiles } from './keeperFolders'
import type { LaunchRecord } from './launchRecord'
import { procStart } from './procStart'
import { signalGroup, signalProcess } from './signalGroup'

/** After this the sender is told that the child does not read. */
const SLOW_MS = 1000
/** What may wait for a child that does not read: all of it lies in our memory. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

/** Its output goes straight into files, so that nobody's memory grows and nobody can hold it up. */
export async function holdPiped(request: StartRequest, record: LaunchRecord): Promise<Result<HeldChild, LaunchFault>> {
  let child: ChildProcess
  try {
    child = spawnInto(request, record.files)
  } catch (error) {
    return fail(explainSpawn(error, request))
  }
  const gone = Promise.withResolvers<void>()
  const isStarted = new Promise<unknown>((resolve) => {
    child.once('spawn', () => resolve(null))
    child.once('error', resolve)
  })
  // Both at once, before anything can wait: a child that exits at once must not be missed.
  child.once('exit', (code, signal) => {
    record.change({ exited: { code, signal, at: Date.now() } })
    gone.resolve()
  })
  const { pid } = child
  if (pid !== undefined) record.change({ pid, procStart: procStart(pid) })
  const error = await isStarted
  if (error !== null) return fail(explainSpawn(error, request))
  // Later ones are about signals, which we do not send this way; unheard they would end us.
  child.on('error', () => undefined)
  return ok(heldChild(child, record, gone.promise))
}

function spawnInto(request: StartRequest, files: LaunchFiles): ChildProcess {
  const out = openSync(files.out, 'a', 0o600)
  const err = openSync(files.err, 'a', 0o600)
  const options: SpawnOptions = {
    cwd: request.cwd,
    env: request.env,
    shell: false,
    stdio: ['pipe', out, err],
    // A group of its own, so that what it starts can be ended with it. Windows would open a console instead.
    detached: process.platform !== 'win32',
    windowsHide: true,
  }
  try {
    return spawn(request.file, request.args, options)
  } finally {
    closeSync(out)
    closeSync(err)
  }
}

function heldChild(child: ChildProcess, record: LaunchRecord, ended: Promise<void>): HeldChild {
  const { stdin } = child
  // It may close its input whenever it likes.
  stdin?.on('error', () => undefined)
  const isGone = (): boolean => record.state.exited !== null
  const told = (code: string | null): Result<void, LaunchFault> =>
    code === null ? ok(undefined) : fail({ ...endedFault, system: code })
  return {
    get state() {
      return record.state
    },
    ended,
    feed: null,
    note: (part) => record.change(part),
    write(text) {
      if (isGone() || !stdin) return Promise.resolve(fail(endedFault))
      if (!stdin.writable) return Promise.resolve(fail(inputEnded))
      if (stdin.writableLength > MAX_WAITING_BYTES) return Promise.resolve(fail(backlogFull))
      record.noteSent(text)
      return handOver(stdin, text)
    },
    endInput() {
      if (isGone()) return fail(endedFault)
      stdin?.end()
      return ok(undefined)
    },
    signal: (signal, to) => told(to === 'group' ? signalGroup(record.state, signal) : signalProcess(record.state, signal)),
    resize: () => fail({ code: 'not_a_terminal', system: null, message: 'It runs without a terminal.' }),
    isGroupAlive: () => !isGone() || (process.platform !== 'win32' && signalGroup(record.state, 0) === null),
  }
}

function handOver(stdin: NonNullable<ChildProcess['stdin']>, text: string): Promise<Result<Written, LaunchFault>> {
  return new Promise((resolve) => {
    const slow = setTimeout(() => resolve(ok({ isHandedOver: false, waitingBytes: stdin.writableLength })), SLOW_MS)
    stdin.write(text, (error) => {
      clearTimeout(slow)
      if (error) resolve(fail(inputEnded))
      else resolve(ok({ isHandedOver: true, waitingBytes: stdin.writableLength }))
    })
  })
}

const inputEnded: LaunchFault = { code: 'input_ended', system: null, message: 'It takes no more input.' }
const backlogFull: LaunchFault = {
  code: 'backlog_full',
  system: null,
  message: 'It does not read what it is sent, and too much is waiting already.',
}
