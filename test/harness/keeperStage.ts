import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Held } from '../../src/engine/keeper/held'
import type { HeldState } from '../../src/engine/keeper/judgeLaunch'
import { keeperStart, type ShellFacts } from '../../src/engine/keeper/keeperStart'
import { type Keeper, type KeeperOptions, type LaunchSpec, openKeeper } from '../../src/engine/keeper/openKeeper'
import { PROJECT } from './recordings'

export const ENV = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), LANG: 'C.UTF-8' }

/** A home of its own, the keeper as it is built, and engines that all end with the test. */
export interface KeeperStage {
  readonly home: string
  open(options?: Partial<KeeperOptions>): Promise<Keeper>
  /** The keeper's own process. */
  keeperPid(): number
}

/** `shell`: what the keeper is to run in, where not in this Node. */
export function keeperOptions(home: string, shell: Partial<ShellFacts> = {}): KeeperOptions {
  // One that a test forgets ends by itself soon.
  const env = { ...ENV, UNDERSTORY_KEEPER_IDLE_MS: '5000', UNDERSTORY_KEEPER_STEP_MS: '300' }
  const facts = { env, execPath: process.execPath, isElectron: false, folder: PROJECT, ...shell }
  return { home, howToStart: keeperStart(facts), graceMs: 5000 }
}

export async function withKeeperStage(
  work: (stage: KeeperStage) => Promise<void>,
  { homeName = 'home', shell = {} }: { readonly homeName?: string; readonly shell?: Partial<ShellFacts> } = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'understory-keeper-'))
  const home = join(folder, homeName)
  const engines: Keeper[] = []
  const stage: KeeperStage = {
    home,
    async open(options = {}) {
      const engine = await openKeeper({ ...keeperOptions(home, shell), ...options })
      engines.push(engine)
      return engine
    },
    keeperPid: () => keeperFile(home).pid,
  }
  try {
    await work(stage)
  } finally {
    for (const held of (await engines.at(-1)?.list()) ?? []) await held.stop({ stepMs: 200 })
    for (const engine of engines) await engine.close('stop', 200)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

export function keeperFile(home: string): { readonly pid: number; readonly socket: string; readonly token: string } {
  return JSON.parse(readFileSync(join(home, 'keeper.json'), 'utf8'))
}

/** A program of a few lines. */
export function script(code: string, args: readonly string[] = [], more: Partial<LaunchSpec> = {}): LaunchSpec {
  return { file: process.execPath, args: ['-e', code, '--', ...args], cwd: tmpdir(), env: ENV, note: null, ...more }
}

export async function startHeld(keeper: Keeper, spec: LaunchSpec): Promise<Held> {
  const started = await keeper.start(spec)
  if (!started.ok) throw new Error(`${started.failure.code}: ${started.failure.message}`)
  return started.value
}

/** Lines as they come; `next` waits for the one after the last that was asked for. */
export interface HeardLines {
  readonly all: readonly string[]
  next(): Promise<string>
  readonly ended: Promise<void>
  /** Where to go on after a restart. */
  readonly reached: number
  stop(): void
}

export function hearLines(held: Held, from = 0): HeardLines {
  const all: string[] = []
  let asked = 0
  let reached = from
  let wake = (): void => undefined
  const ended = Promise.withResolvers<void>()
  const stop = held.follow(
    from,
    (line, offset) => {
      all.push(Buffer.from(line).toString())
      reached = offset + line.length + 1
      wake()
    },
    { onEnd: ended.resolve },
  )
  return {
    all,
    ended: ended.promise,
    get reached() {
      return reached
    },
    async next() {
      while (all.length <= asked) await new Promise<void>((resolve) => (wake = resolve))
      return all[asked++] ?? ''
    },
    stop,
  }
}

/** Settles when it shows this state. */
export function untilState(keeper: Keeper, held: Held, kind: HeldState['kind']): Promise<HeldState> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = keeper.get(held.id)?.state()
      if (state?.kind !== kind) return
      unlisten()
      resolve(state)
    }
    const unlisten = keeper.onChange(look)
    look()
  })
}
