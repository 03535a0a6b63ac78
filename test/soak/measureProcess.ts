import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface ProcessMeasure {
  readonly heapMb: number
  readonly rssMb: number
  /** Open files; null where the system does not tell. */
  readonly files: number | null
  readonly watches: number
}

/** This process after everything that can be freed has been. */
export async function measureProcess(): Promise<ProcessMeasure> {
  setFlagsFromString('--expose-gc')
  // What V8 hands out under that flag, in a context made after it was set.
  const gc = runInNewContext('gc') as () => void
  for (let i = 0; i < 3; i++) {
    gc()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, rss, external } = process.memoryUsage()
  return {
    heapMb: (heapUsed + external) / 1e6,
    rssMb: rss / 1e6,
    files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : null,
    watches: process.getActiveResourcesInfo().filter((name) => name.startsWith('FSEvent')).length,
  }
}
