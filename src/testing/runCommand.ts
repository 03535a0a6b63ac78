import { resolve } from 'node:path'
import { chooseCommand } from '../cli/chooseCommand'
import type { CommandContext, CommandSpec, ExitCode } from '../cli/command'
import type { Output } from '../cli/output'
import { parseArguments } from '../cli/parseArguments'
import type { Engine } from '../engine/engine'
import { type FakeWorld, fakeEngine } from './fakeEngine'
import { sampleNow } from './sampleTree'

export interface Outcome {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
}

export interface RunSettings {
  readonly columns?: number
  readonly colour?: boolean
  readonly isTerminal?: boolean
  /** That are read. Absent: only the one of the samples. */
  readonly providers?: readonly string[]
  /** Instead of the fake one. */
  readonly engine?: Engine
  /** Called with the trigger that stands for Ctrl-C. */
  readonly whenStarted?: (stop: () => void) => void
}

/** Runs a command in this process, over a fake engine, with everything it prints collected. */
export async function runCommand(words: readonly string[], world: FakeWorld, settings: RunSettings = {}): Promise<Outcome> {
  const chosen = chooseCommand(words)
  if (chosen.kind !== 'run') throw new Error(`${words.join(' ')} is not a command: ${chosen.kind}`)
  const parsed = parseArguments(chosen.command satisfies CommandSpec, chosen.rest)
  if (!parsed.ok) return { code: 2, out: '', err: `${parsed.failure.message}\n${parsed.failure.shape}\n` }
  const stop = new AbortController()
  const out = collect(settings)
  const err = collect(settings)
  const engine = settings.engine ?? fakeEngine(world)
  const context: CommandContext = {
    out: out.output,
    err: err.output,
    env: {},
    home: '/home/dev',
    workingFolder: resolve('/work'),
    now: () => sampleNow,
    stopped: stop.signal,
    holdInterrupt: () => undefined,
    hearInterrupt: () => undefined,
    input: { isTerminal: false, onLine: () => () => undefined, readAll: () => Promise.resolve(new Uint8Array()) },
    closeLater: () => undefined,
    engine: () => Promise.resolve(engine),
    openAnother: () => Promise.resolve(engine),
    providers: () => Promise.resolve([...(settings.providers ?? ['claude'])]),
    stateFolder: () => Promise.resolve('/nowhere'),
  }
  const run = await chosen.command.load()
  const running = run(parsed.value, context)
  settings.whenStarted?.(() => stop.abort())
  return { code: await running, out: out.text(), err: err.text() }
}

function collect(settings: RunSettings): { output: Output; text: () => string } {
  let text = ''
  const output: Output = {
    isTerminal: settings.isTerminal ?? false,
    colour: settings.colour ?? false,
    columns: () => settings.columns ?? Number.POSITIVE_INFINITY,
    rows: () => 40,
    write: (part) => {
      text += part
      return Promise.resolve()
    },
    onResize: () => () => undefined,
  }
  return { output, text: () => text }
}
