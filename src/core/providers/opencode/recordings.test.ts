import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AgentView, TreeView } from '../../../shared/views'
import { faultsOf } from '../../../testing/faultsOf'
import { loadOpencodeRecording, opencodeForestOf, opencodeRecordingNames } from '../../../testing/opencodeRecordings'
import { VIEW } from '../../../testing/recordings'
import { runOf, treeOf } from '../../model/forest'

type Fields = Readonly<Record<string, unknown>>

interface ExpectedAgent extends Fields {
  readonly id: string | null
  readonly call?: string
  readonly optional?: boolean
  readonly usage?: Fields
}

interface ExpectedRun {
  readonly id: string
  readonly agents: readonly ExpectedAgent[]
  readonly links: readonly (readonly [string, string])[]
  readonly totals?: Fields
  readonly cwd: string
  readonly version: string
  readonly live: boolean
}

const FIELDS = ['phase', 'status', 'depth', 'type', 'description', 'call', 'calls', 'background', 'tools', 'hidden']

describe('the forest of every recording is the recorded truth', () => {
  it.each(opencodeRecordingNames())('%s', (name) => {
    const { sessions, expected } = loadOpencodeRecording(name)
    const forest = opencodeForestOf(sessions)
    const truth: { readonly runs: readonly ExpectedRun[] } = JSON.parse(readFileSync(expected, 'utf8'))
    expect([...forest.runs.values()].map((run) => run.id).sort()).toEqual(truth.runs.map((run) => run.id).sort())
    for (const run of truth.runs) {
      const tree = treeOf(runOf(forest, 'opencode', run.id), VIEW)
      expect(faultsOf(tree)).toEqual([])
      expect(differences(tree, run)).toEqual([])
      expect(tree.problems).toEqual([])
    }
  })
})

function differences(tree: TreeView, run: ExpectedRun): string[] {
  const faults: string[] = []
  const byKey = new Map(tree.agents.map((agent) => [agent.key, agent]))
  const matched = new Set<AgentView>()
  const check = (who: string, field: string, got: unknown, wanted: Fields): void => {
    const any = wanted[`${field}Any`]
    const allowed = Array.isArray(any) ? any : field in wanted ? [wanted[field]] : null
    if (allowed && !allowed.some((one) => JSON.stringify(one) === JSON.stringify(got)))
      faults.push(`${who} ${field} is ${JSON.stringify(got)}, should be ${JSON.stringify(allowed)}`)
  }
  for (const wanted of run.agents) {
    const hits = tree.agents.filter((agent) => (wanted.id === null ? agent.call === wanted.call : agent.id === wanted.id))
    const [agent] = hits
    if (agent) matched.add(agent)
    if (wanted.optional) continue
    if (hits.length !== 1 || !agent) {
      faults.push(`${wanted.id ?? wanted.call}: ${hits.length} nodes`)
      continue
    }
    const who = agent.id ?? agent.key
    check(who, 'parentId', agent.parent === null ? null : (byKey.get(agent.parent)?.id ?? null), wanted)
    for (const field of FIELDS) check(who, field, agent[field as keyof AgentView], wanted)
    for (const field of Object.keys(agent.usage.own)) check(who, field, agent.usage.own[field as 'input'], wanted.usage ?? {})
  }
  for (const agent of tree.agents)
    if (!matched.has(agent) && agent.hidden === null) faults.push(`${agent.key} is not in the truth`)
  for (const [parent, child] of run.links) {
    const agent = tree.agents.find(({ id }) => id === child)
    if (byKey.get(agent?.parent ?? agent?.key ?? tree.root)?.id !== parent) faults.push(`${child} should be under ${parent}`)
  }
  if (tree.unplaced.length > 0) faults.push(`${tree.unplaced.length} unplaced`)
  for (const field of ['cwd', 'version', 'live'] as const) check('the run', field, tree[field], { [field]: run[field] })
  check('the totals', 'agents', tree.totals.agents, run.totals ?? {})
  return faults
}
