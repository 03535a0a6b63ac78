import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { HeldProcess, ProcessExit, ProcessFault, ProcessSpec } from '../../core/drive/heldProcess'
import type { DeskKeeper, KeptProcess } from '../../engine/drive/deskKeeper'
import { fail, ok, type Result } from '../../shared/result'

/**
 * Holds processes by files and named pipes alone, so that a desk that is gone loses nothing: what the keeper does in earnest, small enough
 * for tests.
 */
export function fileKeeper(folder: string): DeskKeeper & { readonly pids: () => number[]; killAll(): void } {
  mkdirSync(folder, { recursive: true })
  const open = new Map<string, KeptProcess>()
  let serial = 0
  const find = (id: string, child: ChildProcess | null): KeptProcess => {
    const at = join(folder, id)
    const { memo, pid, startedAt, argv } = JSON.parse(readFileSync(join(at, 'state.json'), 'utf8')) as Omit<Started, 'never'>
    const kept = { id, memo, argv, held: new FileHeld(at, pid, startedAt, child) }
    open.set(id, kept)
    return kept
  }
  const list = (): KeptProcess[] => readdirSync(folder).map((id) => open.get(id) ?? find(id, null))
  return {
    hold(spec, memo) {
      const id = `${process.pid}-${Date.now()}-${serial++}`
      const started = begin(join(folder, id), spec, memo)
      return Promise.resolve(started.ok ? ok(find(id, started.value)) : started)
    },
    keep: () => Promise.resolve(),
    trouble: () => null,
    list: () => Promise.resolve(list()),
    forget(id) {
      rmSync(join(folder, id), { recursive: true, force: true })
      open.delete(id)
      return Promise.resolve()
    },
    terminal: () => null,
    close() {
      for (const { held } of open.values()) (held as FileHeld).close() // Only this keeper's own.
      return Promise.resolve()
    },
    pids: () => list().map(({ held }) => held.pid),
    killAll() {
      for (const { held } of list()) if (held.isRunning()) process.kill(-held.pid, 'SIGKILL')
    },
  }
}

interface Started {
  readonly pid: number
  readonly startedAt: number
  readonly memo: unknown
  readonly argv: readonly string[]
}

function begin(at: string, spec: ProcessSpec, memo: unknown): Result<ChildProcess, ProcessFault> {
  if (!existsSync(spec.folder)) return fail({ code: 'no_folder', message: spec.folder })
  if (!existsSync(spec.program)) return fail({ code: 'no_program', message: spec.program })
  mkdirSync(at)
  execFileSync('mkfifo', [join(at, 'stdin')])
  // Open for both: it never ends while the child lives.
  const input = openSync(join(at, 'stdin'), constants.O_RDWR)
  const out = openSync(join(at, 'out'), 'a')
  const err = openSync(join(at, 'err'), 'a')
  const child = spawn(spec.program, [...spec.argv], { cwd: spec.folder, env: spec.env, stdio: [input, out, err], detached: true })
  for (const file of [input, out, err]) closeSync(file)
  child.on('error', () => undefined)
  child.unref()
  if (child.pid === undefined) return fail({ code: 'not_executable', message: spec.program })
  writeFileSync(
    join(at, 'state.json'),
    JSON.stringify({ pid: child.pid, startedAt: Date.now(), memo, argv: spec.argv } satisfies Started),
  )
  return ok(child)
}

const LOOK_MS = 10

class FileHeld implements HeldProcess {
  readonly pid: number
  readonly startedAt: number
  private readonly at: string
  private readonly listeners = new Set<() => void>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private ended: ProcessExit | null = null
  private isClosed = false
  private reading = 0
  private readonly isOwnChild: boolean

  constructor(at: string, pid: number, startedAt: number, child: ChildProcess | null) {
    this.at = at
    this.pid = pid
    this.startedAt = startedAt
    this.isOwnChild = child !== null
    child?.on('exit', (code, signal) => {
      this.ended = { code, signal, at: Date.now() }
      this.raise()
    })
    if (child === null) this.again(() => this.isRunning() || this.lose())
  }

  exit(): ProcessExit | null {
    return this.ended
  }

  isHeld(): boolean {
    return this.isRunning() && existsSync(join(this.at, 'stdin'))
  }

  asks(): null {
    return null
  }

  isRunning(): boolean {
    if (this.ended) return false
    // Gone, but how is not told yet: said to be over now, its exit code would be lost.
    if (this.isOwnChild) return true
    try {
      const state = readFileSync(`/proc/${this.pid}/stat`, 'latin1')
      return !/\) [ZX] /.test(state)
    } catch {
      return false
    }
  }

  write(line: string): Promise<Result<undefined, ProcessFault>> {
    if (!this.isHeld()) return Promise.resolve(fail({ code: 'failed', message: 'nobody holds its input' }))
    const input = openSync(join(this.at, 'stdin'), constants.O_RDWR)
    appendFileSync(join(this.at, 'in'), `${JSON.stringify({ at: Date.now(), line })}\n`)
    const bytes = Buffer.from(`${line}\n`)
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(input, bytes, sent, Math.min(4096, bytes.length - sent))
    closeSync(input)
    return Promise.resolve(ok(undefined))
  }

  endInput(): Promise<Result<undefined, ProcessFault>> {
    return this.write('{"end":true}')
  }

  follow(onLine: (line: Uint8Array, isOld: boolean) => void, onCaughtUp: () => void): () => void {
    const path = join(this.at, 'out')
    let read = 0
    let rest = Buffer.alloc(0)
    const look = (isOld: boolean): void => {
      if (!existsSync(path) || statSync(path).size === read) return
      const bytes = readFileSync(path).subarray(read)
      read += bytes.length
      rest = Buffer.concat([rest, bytes])
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        onLine(rest.subarray(0, end), isOld)
        rest = rest.subarray(end + 1)
      }
    }
    look(true)
    onCaughtUp()
    let isReading = true
    this.reading += 1
    const end = (): void => {
      if (isReading) this.reading -= 1
      isReading = false
    }
    const stop = this.again(() => {
      const isLast = this.ended !== null && isReading
      look(false)
      if (!isLast) return
      end()
      this.raise()
    })
    return () => {
      end()
      stop()
    }
  }

  isCaughtUp(): boolean {
    return true
  }

  isReadOut(): boolean {
    return this.reading === 0
  }

  written(): Promise<readonly { readonly at: number; readonly line: string }[]> {
    const path = join(this.at, 'in')
    const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
    const lines = text === '' ? [] : text.split('\n')
    return Promise.resolve(lines.map((line) => JSON.parse(line) as { at: number; line: string }))
  }

  errorTail(bytes: number): Promise<string> {
    return Promise.resolve(readFileSync(join(this.at, 'err'), 'utf8').slice(-bytes))
  }

  signal(name: NodeJS.Signals, reach: 'process' | 'group'): Promise<Result<undefined, ProcessFault>> {
    try {
      process.kill(reach === 'group' ? -this.pid : this.pid, name)
      return Promise.resolve(ok(undefined))
    } catch {
      return Promise.resolve(fail({ code: 'failed', message: 'it is gone' }))
    }
  }

  async stop(): Promise<void> {
    await this.signal('SIGKILL', 'group')
    await new Promise<void>((resolve) => {
      const stop = this.again(() => {
        if (this.isRunning()) return
        stop()
        resolve()
      })
    })
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  close(): void {
    this.isClosed = true
    for (const timer of this.timers) clearInterval(timer)
  }

  private again(run: () => unknown): () => void {
    if (this.isClosed) return () => undefined
    const timer = setInterval(run, LOOK_MS)
    this.timers.add(timer)
    return () => {
      clearInterval(timer)
      this.timers.delete(timer)
    }
  }

  private raise(): void {
    for (const listener of [...this.listeners]) listener()
  }

  private lose(): void {
    this.reading = 0
    this.raise()
    for (const timer of this.timers) clearInterval(timer)
  }
}
