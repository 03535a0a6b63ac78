import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import type { IndexJob, IndexResult, IndexTask } from './indexTask'
import { runTask } from './indexTask'

/** The engine's own thread is the only sender; the check is against a mistake of ours, not against an enemy. */
const Message = z.object({ job: z.custom<IndexJob>(isObject), tasks: z.array(z.custom<IndexTask>(isObject)) })

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

parentPort?.on('message', (message: unknown) => {
  const { job, tasks } = Message.parse(message)
  const results: IndexResult[] = tasks.map((task) => runTask(job, task))
  parentPort?.postMessage(results)
})
