import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Forest, newForest } from '../core/model/forest'
import type { ViewOptions } from '../core/model/viewAgents'
import { claude } from '../core/providers/claude/claude'
import { loadPrices } from '../engine/loadPrices'
import { feedInto, type RecordedFile, readSources, runOfSource } from './readRecording'

const HOUSE = join(import.meta.dirname, '../..')
const FIXTURES = join(HOUSE, 'fixtures/claude')

/** What the engine passes to the core, with the product's own prices. */
export const VIEW: ViewOptions = {
  promptWindowMs: 86_400_000,
  warmupPrompts: claude.warmupPrompts,
  prices: loadPrices(join(HOUSE, 'resources/prices.json'), null).table,
}

export interface RecordedSource extends RecordedFile {
  readonly run: string
}

export interface Recording {
  readonly name: string
  /** The folder that plays the provider's own. */
  readonly root: string
  readonly expected: string
  readonly sources: readonly RecordedSource[]
}

const loaded = new Map<string, Recording>()

/** Names of all recordings, `<version>/<scenario>`. */
export function recordingNames(): string[] {
  return readdirSync(FIXTURES).flatMap((version) =>
    readdirSync(join(FIXTURES, version)).flatMap((scenario) =>
      existsSync(join(FIXTURES, version, scenario, 'expected.json')) ? [`${version}/${scenario}`] : [],
    ),
  )
}

export function loadRecording(name: string): Recording {
  const known = loaded.get(name)
  if (known) return known
  const root = join(FIXTURES, name, 'claude-home')
  const sources = readSources(root, claude).flatMap((file) => {
    const run = runOfSource(file, claude)
    return run === null ? [] : [{ ...file, run }]
  })
  const recording = { name, root, expected: join(FIXTURES, name, 'expected.json'), sources }
  loaded.set(name, recording)
  return recording
}

/** The forest of these sources, each fed whole, in the order given. */
export function forestOf(sources: readonly RecordedSource[]): Forest {
  const forest = newForest()
  for (const source of sources) feedInto(forest, claude, source, source.run).push(source.bytes)
  return forest
}
