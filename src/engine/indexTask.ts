import type { Corrections } from '../core/model/corrections'
import { setCorrections } from '../core/model/forest'
import type { ViewOptions } from '../core/model/viewAgents'
import type { Provider } from '../core/provider'
import { providers } from '../core/providers'
import type { CatalogFile } from './catalog'
import type { Outside } from './openSourcePlace'
import type { SourcePlace } from './sourcePlace'
import { loadRun, type RunSummary, summarise } from './summariseRun'

/** One run to be read, as plain data that crosses to a worker. */
export interface IndexTask {
  readonly run: string
  readonly sizeBytes: number
  readonly files: readonly CatalogFile[]
  readonly corrections: Corrections
}

export interface IndexJob {
  readonly place: SourcePlace
  readonly options: ViewOptions
}

/** The same as plain data: a worker opens the place for itself. */
export interface WorkerJob {
  readonly provider: string
  readonly root: string
  readonly outside: Outside
  readonly options: ViewOptions
}

export interface IndexResult {
  readonly run: string
  readonly sizeBytes: number
  readonly summary: RunSummary
}

export function providerCalled(id: string): Provider {
  const provider = providers.find((candidate) => candidate.id === id)
  if (!provider) throw new Error(`no provider ${id}`)
  return provider
}

export function runTask(job: IndexJob, task: IndexTask): IndexResult {
  const reader = loadRun(job.place, task.run, task.files)
  setCorrections(reader.run, task.corrections)
  return { run: task.run, sizeBytes: task.sizeBytes, summary: summarise(reader, job.options, task.sizeBytes) }
}
