import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { RunUri } from '../../shared/ids'
import { totalTokens } from '../../shared/totalTokens'
import type { NumberName, NumberSources } from '../../shared/transcriptParts'
import type { AgentView } from '../../shared/views'
import { loadRecording, recordingNames } from '../../testing/recordings'
import { makeTemporaryRoot } from '../../testing/temporaryRoot'
import type { Engine } from '../engine'

const place = makeTemporaryRoot()
afterAll(() => place.close())

async function explain(engine: Engine, run: RunUri, agent: AgentView, name: NumberName): Promise<NumberSources> {
  const explained = await engine.explain({ run, key: agent.key }, name)
  if (!explained.ok) throw new Error(explained.failure.message)
  return explained.value
}

function sumOf({ rows }: NumberSources): number {
  return rows.reduce((sum, { value }) => sum + (value ?? 0), 0)
}

/** Where every line of a file begins. */
function lineStarts(path: string): number[] {
  const bytes = readFileSync(path)
  const starts = [0]
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1)
  return starts
}

/** The tree's agents, every one of every run of a recording. */
async function agentsOf(engine: Engine): Promise<{ run: RunUri; agent: AgentView }[]> {
  const agents: { run: RunUri; agent: AgentView }[] = []
  for (const { uri } of await engine.list({ provider: null, project: null, liveOnly: false, limit: null })) {
    const tree = await engine.tree(uri)
    if (!tree.ok) throw new Error(tree.failure.message)
    for (const agent of [...tree.value.agents, ...tree.value.unplaced]) agents.push({ run: uri, agent })
  }
  return agents
}

/** What the tree shows of an agent, by the name of the number. */
const shown: Readonly<Record<Exclude<NumberName, 'elapsed'>, (agent: AgentView) => number | null>> = {
  tokens: ({ usage }) => totalTokens(usage.own),
  cost: ({ cost }) => cost.own,
  context: ({ context }) => context.tokens,
  tools: ({ tools }) => tools,
  errors: ({ errors }) => errors,
}

it.each(recordingNames())('the rows of every number add up to what is shown: %s', async (name) => {
  const engine = await place.open({ roots: { claude: loadRecording(name).root } })
  for (const { run, agent } of await agentsOf(engine)) {
    for (const [number, value] of Object.entries(shown)) {
      // The keys of `shown` are names of numbers.
      const explained = await explain(engine, run, agent, number as NumberName)
      expect([agent.key, number, explained.sum]).toEqual([agent.key, number, value(agent)])
      expect([agent.key, number, sumOf(explained).toFixed(9)]).toEqual([agent.key, number, (value(agent) ?? 0).toFixed(9)])
    }
    const elapsed = await explain(engine, run, agent, 'elapsed')
    if (agent.durationMs !== null) expect([agent.key, elapsed.sum]).toEqual([agent.key, agent.durationMs])
  }
})

it.each(recordingNames().filter((name) => /nested$|resume$|agent-errors|tui$|1\.0\.128/.test(name)))(
  'every row names its record and its item: %s',
  async (name) => {
    const { root } = loadRecording(name)
    const engine = await place.open({ roots: { claude: root } })
    let placed = 0
    for (const { run, agent } of await agentsOf(engine)) {
      for (const number of [...Object.keys(shown), 'elapsed']) {
        for (const { source, n, at } of (await explain(engine, run, agent, number as NumberName)).rows) {
          const starts = source ? lineStarts(join(root, source.path)) : []
          if (source?.line) expect(source.line).toBeLessThan(starts.length)
          if (source?.line && source.offset !== null) expect(starts[source.line - 1]).toBe(source.offset)
          if (n === null) continue
          const item = await engine.reading({ run, key: agent.key }, (reading) => reading.item(n))
          if (!item.ok || !item.value) throw new Error(`no item ${n}`)
          // An error is told by the answer, which stands behind its call.
          if (number !== 'errors') expect([item.value.at, item.value.source.offset]).toEqual([at, source?.offset])
          placed++
        }
      }
    }
    expect(placed).toBeGreaterThan(5)
  },
)

it('a recorded cost is not called an estimate', async () => {
  const root = join(import.meta.dirname, '../../../fixtures/opencode/1.18.34/nested/data/opencode')
  const engine = await place.open({ roots: { opencode: root } })
  const explained = await Promise.all((await agentsOf(engine)).map(({ run, agent }) => explain(engine, run, agent, 'cost')))
  const notes = explained.filter(({ rows }) => rows.length > 0).map(({ note }) => note)
  expect(new Set(notes)).toEqual(new Set(['As recorded: every response with what the tool itself says that it cost.']))
})

it('what its session stood still is no part of how long an agent ran', async () => {
  const name = recordingNames().find((one) => /nested$/.test(one)) ?? ''
  const roots = { claude: loadRecording(name).root }
  const agents = await agentsOf(await place.open({ roots }))
  const { run, agent } = agents.find(({ agent: { durationMs, parent } }) => parent === null && (durationMs ?? 0) > 1000)!
  const from = Date.parse(agent.started ?? '')
  const driven = {
    ...{ threads: () => new Map(), waits: () => new Map(), pausedUntil: () => null, ending: () => null, partials: () => [] },
    ...{ onPartial: () => () => undefined, onChange: () => () => undefined },
    pauses: () => [{ from: from - 5000, to: from + 1000 }],
  }
  const { sum, note } = await explain(await place.open({ roots, driven }), run, agent, 'elapsed')
  expect([sum, note]).toEqual([
    (agent.durationMs ?? 0) - 1000,
    expect.stringContaining('Less the 1s that its session stood still.'),
  ])
})
