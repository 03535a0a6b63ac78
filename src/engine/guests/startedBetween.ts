import type { Run } from '../../core/model/run'
import type { RunRow } from '../../shared/views'
import type { Catalog, CatalogRun } from '../catalog'
import type { ProviderRoot } from '../providerRoot'
import { isUnchanged } from '../refreshIndex'
import { loadRun, summarise } from '../summariseRun'

export interface LookedAtRun {
  readonly entry: CatalogRun
  readonly startedAt: number
  readonly cwd: string | null
  readonly version: string | null
  /** What its first agent was asked; null: not known. The index knows only titles. */
  readonly prompt: string | null
  readonly title: string | null
}

/** Runs that the index does not know are read; more of them than this at once is a first start, and the index comes soon. */
const MOST_READ = 64
const SLACK_MS = 2000

/** Runs that may have begun since `from`, the earliest first, from the index where it knows them. */
export function startedBetween(place: ProviderRoot, catalog: Catalog, from: number): readonly LookedAtRun[] {
  const late = [...catalog.runs.values()].filter((run) => run.mtimeMs >= from - SLACK_MS).sort((a, b) => a.mtimeMs - b.mtimeMs)
  let read = 0
  const looked = late.flatMap((entry) => {
    const isKnown = isUnchanged(entry, place.index())
    if (!isKnown && ++read > MOST_READ) return []
    const run = lookAtRun(place, entry)
    return run && run.startedAt >= from - SLACK_MS ? [run] : []
  })
  return looked.sort((a, b) => a.startedAt - b.startedAt)
}

export function lookAtRun(place: ProviderRoot, entry: CatalogRun): LookedAtRun | null {
  const index = place.index()
  const known = isUnchanged(entry, index) ? index.summary(entry.id) : null
  if (known) return lookedAt(entry, known.row, null)
  const reader = loadRun(place, entry.id, entry.files.values())
  const { row } = summarise(reader, place.view, entry.sizeBytes)
  return lookedAt(entry, row, promptOf(reader.run, entry.id))
}

function lookedAt(entry: CatalogRun, { started, cwd, version, title }: RunRow, prompt: string | null): LookedAtRun | null {
  return started === null ? null : { entry, startedAt: Date.parse(started), cwd, version, prompt, title }
}

/** What a run that is known from the index was asked: only its own records say. */
export function withPrompt(place: ProviderRoot, started: LookedAtRun): LookedAtRun {
  if (started.prompt !== null) return started
  const { entry } = started
  const known = prompts.get(place) ?? new Map<string, string>()
  prompts.set(place, known)
  const files = [...entry.files.values()].filter(({ spec }) => spec.role === 'main')
  const prompt = known.get(entry.id) ?? promptOf(loadRun(place, entry.id, files).run, entry.id)
  if (prompt !== null) known.set(entry.id, prompt)
  return { ...started, prompt }
}

/** A first prompt stays what it is. */
const prompts = new WeakMap<ProviderRoot, Map<string, string>>()

export function promptOf(run: Run, thread: string): string | null {
  for (const facts of run.sources.values()) {
    const prompt = facts.threads.get(thread)?.prompt
    if (prompt) return prompt.preview
  }
  return null
}
