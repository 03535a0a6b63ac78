import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViewOptions } from '../../src/core/model/viewAgents'
import type { Provider } from '../../src/core/provider'
import { providers } from '../../src/core/providers'
import type { Engine, EngineSettings } from '../../src/engine/engine'
import { loadPrices } from '../../src/engine/loadPrices'
import { openEngine } from '../../src/engine/openEngine'

const DAY_MS = 86_400_000
const priceTable = join(process.cwd(), 'resources', 'prices.json')

/** The one provider whose files the corpora imitate. */
export function benchProvider(): Provider {
  const [provider] = providers
  if (!provider) throw new Error('no provider')
  return provider
}

export function benchView(promptWindowMs = DAY_MS): ViewOptions {
  const { table } = loadPrices(priceTable, null)
  return { promptWindowMs, warmupPrompts: benchProvider().warmupPrompts, prices: table }
}

/** Bundled beside the measurements by run.mjs. */
export function benchWorker(): string {
  return pathToFileURL(join(process.cwd(), '.cache', 'bench', 'out', 'indexWorker.mjs')).pathname
}

export function openBench(root: string, stateFolder: string, provider = benchProvider().id): Promise<Engine> {
  const settings: EngineSettings = {
    roots: { [provider]: root },
    stateFolder,
    variables: { UNDERSTORY_OPENCODE_SERVERS: 'only' },
    priceFile: null,
    promptWindowMs: DAY_MS,
    workerScript: benchWorker(),
    version: 'bench',
    priceTable,
    onWarning: (message) => process.stderr.write(`${message}\n`),
  }
  return openEngine(settings)
}

/** A folder that is gone when the process is. */
export function scratchFolder(): string {
  const base = join(process.cwd(), '.cache', 'bench', 'scratch')
  mkdirSync(base, { recursive: true })
  const folder = mkdtempSync(join(process.env['BENCH_SCRATCH'] === 'tmp' ? tmpdir() : base, 'bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
