import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Forest, newForest } from '../core/model/forest'
import type { SourceHead } from '../core/provider'
import { codex } from '../core/providers/codex/codex'
import { feedInto, type RecordedFile, readSources } from './readRecording'
import type { RecordedSource, Recording } from './recordings'

const FIXTURES = join(import.meta.dirname, '../../fixtures/codex')

const loaded = new Map<string, Recording>()

/** Names of all recordings of rollouts, `<version>/<scenario>`. */
export function codexRecordingNames(): string[] {
  return readdirSync(FIXTURES).flatMap((version) =>
    readdirSync(join(FIXTURES, version)).flatMap((scenario) =>
      existsSync(join(FIXTURES, version, scenario, 'expected.json')) ? [`${version}/${scenario}`] : [],
    ),
  )
}

export function loadCodexRecording(name: string): Recording {
  const known = loaded.get(name)
  if (known) return known
  const root = join(FIXTURES, name, 'codex-home')
  const sources = settleThreads(readSources(root, codex))
  const recording = { name, root, expected: join(FIXTURES, name, 'expected.json'), sources }
  loaded.set(name, recording)
  return recording
}

/** Each conversation with the run it belongs to, from what the heads say of one another. */
export function settleThreads(files: readonly RecordedFile[]): RecordedSource[] {
  const heads = new Map<string, SourceHead>()
  for (const { spec, bytes } of files) {
    const end = bytes.lastIndexOf(10)
    if (spec.agent !== null) heads.set(spec.agent, codex.readHead(bytes.toString('utf8', 0, Math.max(0, end)).split('\n')))
  }
  const runOf = (thread: string, seen: readonly string[] = []): string => {
    const head = heads.get(thread)
    if (!head || seen.includes(thread)) return thread
    return head.run ?? (head.parent ? runOf(head.parent, [...seen, thread]) : thread)
  }
  return files.map((file) => {
    const thread = file.spec.agent ?? ''
    const run = runOf(thread)
    const spec = { ...file.spec, run, ...(run === thread ? { role: 'main' as const, agent: null } : { role: 'agent' as const }) }
    return { ...file, run, spec }
  })
}

/** The forest of these sources, each fed whole, in the order given. */
export function codexForestOf(sources: readonly RecordedSource[]): Forest {
  const forest = newForest()
  for (const source of sources) feedInto(forest, codex, source, source.run).push(source.bytes)
  return forest
}
