import type { Engine } from '../engine/engine'
import type { EngineOverrides } from '../engine/settingsFromEnvironment'
import { oneLine } from '../shared/neutraliseText'
import type { CommandContext, Interruption } from './command'
import { openInput } from './openInput'
import type { Output } from './output'

/** The part of Node's process the program uses. */
export type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'stdin' | 'stdout' | 'stderr' | 'cwd' | 'on' | 'off'>

export interface OpenContext extends CommandContext {
  /** How long the command may tidy up once it is to end. */
  leaveMs(): number
  close(): Promise<void>
}

const LEAVE_MS = 3000
/** A session that is steered is ended first: its input, SIGTERM, SIGKILL, three seconds apart. */
const LEAVE_SESSION_MS = 12_000
const ENDING = ['SIGTERM', 'SIGHUP'] as const

export function openContext(process: Process, out: Output, err: Output, stop: AbortController): OpenContext {
  let main: Promise<Engine> | null = null
  const opened: Promise<Engine>[] = []
  const closers: (() => Promise<void>)[] = []
  const warn = (message: string) => void err.write(`understory: ${oneLine(message)}\n`)
  const settings = async (overrides: EngineOverrides) => {
    const { settingsFromEnvironment } = await import('../engine/settingsFromEnvironment')
    return settingsFromEnvironment(process.env, overrides, warn)
  }
  /** With what sessions of ours ask, whoever started them. */
  const openSeeing = async (): Promise<Engine> => {
    const { stateFolder } = await settings({})
    const { lookAtLaunches } = await import('../engine/drive/lookAtLaunches')
    const seen = lookAtLaunches(process.env, stateFolder)
    closers.push(() => seen.close())
    await seen.ready
    return open({ driven: seen.word })
  }
  const open = async (overrides: EngineOverrides): Promise<Engine> => {
    const { openEngine } = await import('../engine/openEngine')
    return openEngine(await settings(overrides))
  }
  const remember = (engine: Promise<Engine>): Promise<Engine> => {
    opened.push(engine)
    return engine
  }
  const interrupt = () => stop.abort()
  let heard: ((signal: Interruption) => void) | null = null
  return {
    env: process.env,
    out,
    err,
    home: process.env['HOME'] ?? process.env['USERPROFILE'] ?? '',
    workingFolder: process.cwd(),
    now: Date.now,
    stopped: stop.signal,
    holdInterrupt: () => {
      for (const signal of ['SIGINT', ...ENDING]) process.on(signal, interrupt)
    },
    hearInterrupt: (listener) => {
      const isFirst = heard === null
      heard = listener
      if (!isFirst) return
      // A terminal that is closed asks for an end, too; unheard it would be a crash.
      for (const signal of ['SIGINT', ...ENDING] as const) {
        const hear = () => heard?.(signal)
        process.on(signal, hear)
        closers.push(async () => void process.off(signal, hear))
      }
    },
    input: openInput(process.stdin),
    closeLater: (close) => void closers.push(close),
    engine: () => {
      main ??= remember(openSeeing())
      return main
    },
    leaveMs: () => (heard === null ? LEAVE_MS : LEAVE_SESSION_MS),
    openAnother: (overrides) => remember(open(overrides)),
    providers: async () => Object.keys((await settings({})).roots),
    stateFolder: async () => (await settings({})).stateFolder,
    close: async () => {
      for (const signal of ['SIGINT', ...ENDING]) process.off(signal, interrupt)
      for (const close of closers) await close().catch(() => undefined)
      for (const engine of opened) await engine.then((each) => each.close()).catch(() => undefined)
    },
  }
}
