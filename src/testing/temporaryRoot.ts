import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Engine, EngineSettings } from '../engine/engine'
import { openEngine } from '../engine/openEngine'
import type { RecordedSource, Recording } from './recordings'

const PRICES = join(import.meta.dirname, '../../resources/prices.json')

/** A provider's root and a state folder on disk, removed when the test is over. */
export interface TemporaryRoot {
  readonly root: string
  readonly state: string
  readonly warnings: readonly string[]
  open(settings?: Partial<EngineSettings>): Promise<Engine>
  add(...recordings: readonly Recording[]): void
  write(source: Pick<RecordedSource, 'path' | 'bytes'>): void
  /** Absolute path of a source. */
  at(path: string): string
  close(): Promise<void>
}

/** For tests that write thousands of files: on a disk most of their time would go into waiting for it. */
export const MEMORY_FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** The index is written when nobody waits for it; a test that looks at the file waits. */
function settling(engine: Engine): Engine {
  return {
    ...engine,
    async list(filter, onProgress) {
      const rows = await engine.list(filter, onProgress)
      await new Promise((resolve) => setImmediate(resolve))
      return rows
    },
  }
}

export function makeTemporaryRoot(base: string = tmpdir()): TemporaryRoot {
  const folder = realpathSync(mkdtempSync(join(base, 'understory-')))
  const root = join(folder, 'root')
  const state = join(folder, 'state')
  const engines: Engine[] = []
  const warnings: string[] = []
  const onWarning = (message: string): void => void warnings.push(message)
  return {
    root,
    state,
    warnings,
    async open(settings = {}) {
      const engine = await openEngine({
        roots: { claude: root },
        stateFolder: state,
        priceFile: null,
        // Servers that somebody else runs on this machine are nobody's business here.
        variables: { UNDERSTORY_OPENCODE_SERVERS: 'only' },
        promptWindowMs: 86_400_000,
        workerScript: null,
        version: '0.0.0',
        priceTable: PRICES,
        onWarning,
        ...settings,
      })
      engines.push(engine)
      return settling(engine)
    },
    add(...recordings) {
      for (const recording of recordings) cpSync(recording.root, root, { recursive: true, preserveTimestamps: true })
    },
    write({ path, bytes }) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), bytes)
    },
    at: (path) => join(root, path),
    async close() {
      for (const engine of engines) await engine.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
