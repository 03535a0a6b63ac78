import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { HeldId } from '../../src/shared/ids'
import { PROJECT } from './recordings'
import { keepTrack } from './runCli'

/** One script out of `keeperEngine.ts`, so that plain Node can run it. */
export async function buildEngineProgram(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: PROJECT,
    ssr: { noExternal: true },
    build: {
      ssr: join(PROJECT, 'test', 'harness', 'keeperEngine.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'engine.mjs' } },
    },
  })
  return join(folder, 'engine.mjs')
}

/** An engine in a process of its own. */
export class EngineProgram {
  readonly child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(program: string, args: readonly string[]) {
    this.child = keepTrack(spawn(process.execPath, [program, ...args], { cwd: PROJECT, stdio: ['ignore', 'pipe', 'inherit'] }))
    const { stdout } = this.child
    if (!stdout) throw new Error('an engine says what it launched')
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  }

  async launched(): Promise<HeldId> {
    const { value } = await this.#lines.next()
    return HeldId.parse(value)
  }

  async end(signal?: NodeJS.Signals): Promise<void> {
    const gone = this.child.exitCode !== null || this.child.signalCode !== null ? Promise.resolve() : once(this.child, 'exit')
    if (signal) this.child.kill(signal)
    await gone
  }
}
