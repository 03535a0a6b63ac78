import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { openFileWarmer } from './fileWarmer'
import { type IndexJob, type IndexResult, type IndexTask, runTask, type WorkerJob } from './indexTask'
import type { Outside } from './openSourcePlace'
import { readingTime } from './readLines'

export interface PoolOptions {
  readonly outside: Outside
  readonly workerScript: string | null
  readonly signal: AbortSignal
  readonly onResult: (result: IndexResult) => void
}

/** Below this a worker's start costs more than the reading. */
const WORTH_A_WORKER_BYTES = 24 * 1024 * 1024
/** A batch ends at this size, so that progress is seen and a cancelled index loses little. */
const BATCH_BYTES = 4 * 1024 * 1024
const BATCH_RUNS = 64
const SLICE_MS = 8
/** A worker's default is several times what it needs; two of them would be most of the engine's memory. */
const YOUNG_MB = 8
/** The next batch lies ready while this thread is busy with a run of its own. */
const BATCHES_IN_FLIGHT = 2
/** Enough for the disk to be busy all the time, and not so much that what was fetched is gone before it is read. */
const BATCHES_AHEAD = 6
const WARM_BATCHES = 32
/** Files that come slower than this do not come from memory: the least a disk takes for one of them is several times as much. */
const MEMORY_BYTES_PER_MS = 2_000_000
const MEMORY_MS_PER_CALL = 0.03

/** Reads the tasks in the order given, on every core. Ends early, with what is done, when the signal aborts. */
export async function runTasks(job: IndexJob, tasks: readonly IndexTask[], options: PoolOptions): Promise<void> {
  const batches = intoBatches(tasks)
  const bytes = tasks.reduce((sum, task) => sum + task.sizeBytes, 0)
  const size = Math.min(availableParallelism(), batches.length)
  const { workerScript } = options
  if (workerScript === null || bytes < WORTH_A_WORKER_BYTES || size < 1) return runHere(job, batches, options)
  const take = dealBatches(job, batches, options)
  const lanes = Array.from({ length: Math.max(1, size - 1) }, () => runInWorker(workerScript, job, take, options))
  // This thread is the last worker: on two cores an idle engine thread would waste one of them.
  if (size > 1) lanes.push(runLaneHere(job, take, options))
  await Promise.all(lanes)
}

function intoBatches(tasks: readonly IndexTask[]): IndexTask[][] {
  const batches: IndexTask[][] = []
  let batch: IndexTask[] = []
  let bytes = 0
  for (const task of tasks) {
    batch.push(task)
    bytes += task.sizeBytes
    if (bytes < BATCH_BYTES && batch.length < BATCH_RUNS) continue
    batches.push(batch)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

async function runHere(job: IndexJob, batches: readonly IndexTask[][], options: PoolOptions): Promise<void> {
  await runLaneHere(job, dealBatches(job, batches, options), options)
}

type TakeBatch = () => readonly IndexTask[] | undefined

/** Deals the batches out in order, and has the next ones fetched from the disk where it turns out that there is a disk to wait for. */
function dealBatches(job: IndexJob, batches: readonly IndexTask[][], { signal }: PoolOptions): TakeBatch {
  const warmer = openFileWarmer(job.place.root)
  let next = 0
  let warmed = 0
  let warmUntil = 0
  let seen = { ...readingTime }
  return () => {
    if (signal.aborted) return undefined
    const { calls, bytes, ms } = readingTime
    const fromMemoryMs = (calls - seen.calls) * MEMORY_MS_PER_CALL + (bytes - seen.bytes) / MEMORY_BYTES_PER_MS
    const isSlow = ms - seen.ms > fromMemoryMs
    seen = { calls, bytes, ms }
    const batch = batches[next++]
    // What was fetched beforehand comes fast: only now and then is it seen whether it still has to be.
    if (isSlow) warmUntil = next + WARM_BATCHES
    if (next >= warmUntil) return batch
    for (warmed = Math.max(warmed, next); warmed < Math.min(batches.length, next + BATCHES_AHEAD); warmed++)
      for (const { files } of batches[warmed] ?? []) warmer.warm(files)
    return batch
  }
}

async function runLaneHere(job: IndexJob, take: TakeBatch, options: PoolOptions): Promise<void> {
  let breatheAt = performance.now() + SLICE_MS
  for (let batch = take(); batch; batch = take()) {
    for (const task of batch) {
      if (options.signal.aborted) return
      options.onResult(runTask(job, task))
      // Hints, answers and a cancel must get through; after every run it would be two thousand turns of the loop for nothing.
      if (performance.now() < breatheAt) continue
      await new Promise<void>((resolve) => setImmediate(resolve))
      breatheAt = performance.now() + SLICE_MS
    }
  }
}

function runInWorker(script: string, job: IndexJob, take: TakeBatch, { signal, onResult, outside }: PoolOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
    let inFlight = 0
    const { place, options } = job
    const wire: WorkerJob = { provider: place.provider.id, root: place.root, outside, options }
    const end = (finish: () => void): void => {
      signal.removeEventListener('abort', onAbort)
      void worker.terminate().then(finish)
    }
    const onAbort = (): void => end(resolve)
    const hand = (): void => {
      const batch = take()
      if (!batch) return
      inFlight++
      worker.postMessage({ job: wire, tasks: batch })
    }
    signal.addEventListener('abort', onAbort)
    worker.on('message', (results: IndexResult[]) => {
      inFlight--
      hand()
      for (const result of results) onResult(result)
      if (inFlight === 0) end(resolve)
    })
    worker.on('error', (error) => end(() => reject(new Error(`an index worker failed: ${error.message}`))))
    for (let i = 0; i < BATCHES_IN_FLIGHT; i++) hand()
    if (inFlight === 0) end(resolve)
  })
}
