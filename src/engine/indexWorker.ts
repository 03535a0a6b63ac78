import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { type IndexResult, type IndexTask, providerCalled, runTask, type WorkerJob } from './indexTask'
import { openSourcePlace } from './openSourcePlace'
import type { SourcePlace } from './sourcePlace'

/** The engine's own thread is the only sender; the check is against a mistake of ours, not against an enemy. */
const Message = z.object({ job: z.custom<WorkerJob>(isObject), tasks: z.array(z.custom<IndexTask>(isObject)) })

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

const places = new Map<string, SourcePlace>()

/** Opened once for all tasks; it ends with the worker. */
function placeOf({ provider, root, outside }: WorkerJob): SourcePlace {
  const name = `${provider} ${root}`
  let place = places.get(name)
  if (!place) {
    place = openSourcePlace(providerCalled(provider), root, outside)
    places.set(name, place)
  }
  return place
}

parentPort?.on('message', (message: unknown) => {
  const { job, tasks } = Message.parse(message)
  const place = placeOf(job)
  const results: IndexResult[] = tasks.map((task) => runTask({ place, options: job.options }, task))
  parentPort?.postMessage(results)
})
