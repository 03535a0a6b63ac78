import { constants as access, accessSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import type { IPty } from '@lydell/node-pty'
import type { StartRequest } from '../shared/keeperMessages'
import type { LaunchFault, TerminalSize } from '../shared/launchState'
import { fail, ok, type Result } from '../shared/result'
import { explainSpawn, findProgram } from './explainSpawn'
import { endedFault, type HeldChild } from './heldChild'
import type { LaunchRecord } from './launchRecord'
import { loadTerminals } from './loadTerminals'
import { procStart } from './procStart'
import { signalGroup, signalProcess } from './signalGroup'
import { openStatusEar } from './statusEar'
import { terminalEnvironment } from './terminalEnvironment'
import { createTerminalFeed, type TerminalFeed } from './terminalFeed'

/** What Linux allows one argument to be long. */
const MAX_ARGUMENT_BYTES = 128 * 1024
/** Shorter than the 200 ms after which the library throws away what an ended terminal has not been read of. */
const LOOK_WHILE_PAUSED_MS = 50

export function holdTerminal(request: StartRequest, size: TerminalSize, record: LaunchRecord): Result<HeldChild, LaunchFault> {
  const refused = refuse(request)
  if (refused) return fail(refused)
  let pty: IPty
  try {
    // Without an encoding it hands out bytes, so that a letter cut in two is put together where it is shown.
    const options = { name: 'xterm-256color', ...size, cwd: request.cwd, env: terminalEnvironment(request.env), encoding: null }
    pty = loadTerminals().spawn(request.file, request.args, options)
  } catch (error) {
    const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return fail({ code: 'terminal_unavailable', system: null, message: `No terminal could be opened: ${said}` })
  }
  record.change({ pid: pty.pid, procStart: procStart(pty.pid) })
  return ok(heldTerminal(pty, record))
}

/** The terminal's own child would only print these, as if the program had said them. */
function refuse(request: StartRequest): LaunchFault | null {
  const { file, args, cwd, env } = request
  const asSystem = (code: string): LaunchFault => explainSpawn(Object.assign(new Error(code), { code }), request)
  const isZeroInside = [file, ...args, ...Object.entries(env).flat()].some((text) => text.includes('\0'))
  if (isZeroInside) return asSystem('ERR_INVALID_ARG_VALUE')
  if (args.some((text) => Buffer.byteLength(text) >= MAX_ARGUMENT_BYTES)) return asSystem('E2BIG')
  const path = findProgram(file, cwd, env)
  if (path === null) return asSystem('ENOENT')
  try {
    accessSync(path, access.X_OK)
    return null
  } catch {
    return asSystem('EACCES')
  }
}

function heldTerminal(pty: IPty, record: LaunchRecord): HeldChild {
  const gone = Promise.withResolvers<void>()
  const flow = flowOf(pty)
  const feed = createTerminalFeed(flow.pause)
  const isGone = (): boolean => record.state.exited !== null
  const told = (code: string | null): Result<void, LaunchFault> =>
    code === null ? ok(undefined) : fail({ ...endedFault, system: code })
  const ear = openStatusEar((asks) => record.change({ asks }), Date.now)
  pty.onData((data: string | Uint8Array) => {
    // Where the system gives no bytes (Windows) it is text after all.
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    feed.append(bytes)
    ear.hear(bytes)
  })
  pty.onExit(({ exitCode, signal }) => {
    flow.pause(false)
    ear.close()
    keepLast(feed, record, { code: signal ? null : exitCode, signal: signalName(signal ?? 0), at: Date.now() })
    gone.resolve()
  })
  return {
    get state() {
      return record.state
    },
    ended: gone.promise,
    feed,
    note: (part) => record.change(part),
    write(text) {
      if (isGone()) return Promise.resolve(fail(endedFault))
      // Never kept: a person may be typing a password.
      pty.write(text)
      return Promise.resolve(ok({ isHandedOver: true, waitingBytes: 0 }))
    },
    endInput: () => (isGone() ? fail(endedFault) : told(signalGroup(record.state, 'SIGHUP'))),
    signal: (signal, to) => told(to === 'group' ? signalGroup(record.state, signal) : signalProcess(record.state, signal)),
    resize({ cols, rows }) {
      if (isGone()) return fail(endedFault)
      pty.resize(cols, rows)
      return ok(undefined)
    },
    isGroupAlive: () => !isGone() || (process.platform !== 'win32' && signalGroup(record.state, 0) === null),
  }
}

/** In the file of the output, so that an ended terminal can be read when nobody holds it any more. */
function keepLast(feed: TerminalFeed, record: LaunchRecord, exited: LaunchRecord['state']['exited']): void {
  feed.close()
  const { at, bytes } = feed.ring.read(0, Number.POSITIVE_INFINITY)
  try {
    writeFileSync(record.files.out, bytes, { mode: 0o600 })
  } catch {
    // Its end is told all the same.
  }
  record.change({ outFrom: at, exited, asks: null })
}

function flowOf(pty: IPty): { pause(isPaused: boolean): void } {
  let looking: NodeJS.Timeout | null = null
  let isGone = false
  const go = (): void => {
    if (looking) clearInterval(looking)
    looking = null
    pty.resume()
  }
  return {
    pause(isPaused) {
      // What it left is little, and has to be read at once.
      isGone ||= !isThere(pty.pid)
      if (!isPaused || isGone) return go()
      pty.pause()
      looking ??= setInterval(() => {
        isGone = !isThere(pty.pid)
        if (isGone) go()
      }, LOOK_WHILE_PAUSED_MS)
    },
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function signalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null
}
