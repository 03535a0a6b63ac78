import type { Engine } from '../engine/engine'
import type { EngineOverrides } from '../engine/settingsFromEnvironment'
import { oneLine } from '../shared/neutraliseText'
import type { CommandContext } from './command'
import type { Output } from './output'

/** The part of Node's process the program uses. */
export type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'stdout' | 'stderr' | 'cwd' | 'on' | 'off'>

export interface OpenContext extends CommandContext {
  close(): Promise<void>
}

export function openContext(process: Process, out: Output, err: Output, stop: AbortController): OpenContext {
  let main: Promise<Engine> | null = null
  const opened: Promise<Engine>[] = []
  const warn = (message: string) => void err.write(`understory: ${oneLine(message)}\n`)
  const settings = async (overrides: EngineOverrides) => {
    const { settingsFromEnvironment } = await import('../engine/settingsFromEnvironment')
    return settingsFromEnvironment(process.env, overrides, warn)
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
  return {
    env: process.env,
    out,
    err,
    home: process.env['HOME'] ?? process.env['USERPROFILE'] ?? '',
    workingFolder: process.cwd(),
    now: Date.now,
    stopped: stop.signal,
    holdInterrupt: () => {
      process.on('SIGINT', interrupt)
      process.on('SIGTERM', interrupt)
    },
    engine: () => {
      main ??= remember(open({}))
      return main
    },
    openAnother: (overrides) => remember(open(overrides)),
    providers: async () => Object.keys((await settings({})).roots),
    stateFolder: async () => (await settings({})).stateFolder,
    close: async () => {
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
      for (const engine of opened) await engine.then((each) => each.close()).catch(() => undefined)
    },
  }
}
