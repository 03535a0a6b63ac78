import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TreeView } from '../../../shared/views'
import { feedInto } from '../../../testing/readRecording'
import { forestOf, loadRecording, type RecordedSource, recordingNames, VIEW } from '../../../testing/recordings'
import { newForest, runOf, treeOf } from '../../model/forest'
import { asObject, asText, parseJson } from '../../readJson'
import { claude } from './claude'

const streamed = recordingNames().filter((name) => existsSync(streamOf(name)))

function streamOf(name: string): string {
  return join(dirname(loadRecording(name).expected), 'stream.ndjson')
}

/** The streams of a recording by the session that they name: some hold several. */
function streamSources(name: string): RecordedSource[] {
  const bySession = new Map<string, string[]>()
  for (const line of readFileSync(streamOf(name), 'utf8').split('\n')) {
    const session = asText(asObject(parseJson(line))?.['session_id'])
    if (session !== null) bySession.set(session, [...(bySession.get(session) ?? []), line])
  }
  return [...bySession].map(([run, lines]) => ({
    path: `launched/${run}`,
    run,
    bytes: Buffer.from(`${lines.join('\n')}\n`),
    spec: { format: 'records', role: 'side', run, agent: null, group: null, project: '' },
  }))
}

/** All that a person sees of who called whom, without what only one of the two can know. */
function shape(tree: TreeView): unknown {
  const agents = [...tree.agents, ...tree.unplaced].map((agent) => {
    const {
      key,
      id,
      parent,
      number,
      depth,
      calls,
      type,
      description,
      prompt,
      background,
      hidden,
      phase,
      usage,
      tools,
      messages,
    } = agent
    return { key, id, parent, number, depth, calls, type, description, prompt, background, hidden, phase, usage, tools, messages }
  })
  return { agents, totals: tree.totals, usage: tree.usage, cost: tree.cost, title: tree.title }
}

describe('stream and files describe one tree', () => {
  it.each(streamed)('%s', (name) => {
    const { sources } = loadRecording(name)
    const streams = streamSources(name)
    const filesAlone = forestOf(sources)
    const both = [newForest(), newForest()]
    for (const [i, order] of [
      [...sources, ...streams],
      [...streams, ...sources],
    ].entries()) {
      for (const source of order) feedInto(both[i] ?? newForest(), claude, source, source.run).push(source.bytes)
    }
    for (const run of new Set(sources.map((source) => source.run))) {
      const told = both.map((forest) => shape(treeOf(runOf(forest, 'claude', run), VIEW)))
      expect(told[0]).toEqual(told[1])
      expect(told[0]).toEqual(shape(treeOf(runOf(filesAlone, 'claude', run), VIEW)))
    }
  })
})

describe('the stream alone', () => {
  const nested = streamed.filter((name) => name.startsWith('2.1.327/') && name.endsWith('/nested'))

  it.each(nested)('%s: a node for every agent before any of its files is there, under the right parent', (name) => {
    const { sources } = loadRecording(name)
    for (const source of streamSources(name)) {
      const alone = newForest()
      feedInto(alone, claude, source, source.run).push(source.bytes)
      const truth = treeOf(runOf(forestOf(sources), 'claude', source.run), VIEW)
      expect(parents(treeOf(runOf(alone, 'claude', source.run), VIEW))).toEqual(parents(truth))
      expect(truth.agents.length).toBeGreaterThan(2)
    }
  })
})

function parents(tree: TreeView): unknown {
  const ids = new Map(tree.agents.map(({ key, id }) => [key, id]))
  return tree.agents.map(({ id, parent, depth, type }) => [id, parent && ids.get(parent), depth, depth > 0 && type])
}
