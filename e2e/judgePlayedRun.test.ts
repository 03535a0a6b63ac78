import { describe, expect, it } from 'vitest'
import type { AgentView, TreeView } from '../src/shared/views'
import type { ExpectedRun } from '../test/harness/recordings'
import { treeOf } from '../test/harness/treeOf'
import type { TokenCount } from '../test/mocks/script'
import { judgePlayedRun } from './judgePlayedRun'
import { judgeStored } from './judgeStored'
import { CUT, DONE, type PlayedRun } from './playedRun'
import { Witness } from './Witness'

/** A session that called A, and A that called B; beside it another session with an agent of its own. */
class ToldWitness extends Witness {
  protected override read(): void {
    for (const [id, parent] of [
      ['run', null],
      ['a', 'run'],
      ['b', 'a'],
      ['other', null],
      ['x', 'other'],
    ] as const) {
      this.seeThread(id, parent)
    }
    this.seeCall({ call: 'call-a', owner: 'run', words: 'MARK-A: go.', child: 'a', isDone: true })
    this.seeCall({ call: 'call-b', owner: 'a', words: 'MARK-B: go.', child: 'b', isDone: true })
    this.seeCall({ call: 'call-x', owner: 'other', words: 'MARK-A: go.', child: 'x', isDone: true })
  }
}

const usage: TokenCount = { input: 100, cached: 40, output: 10, reasoning: 0 }
const counted = { requests: 1, input: 60, cacheRead: 40, output: 10 }
const truth: ExpectedRun = {
  ...{ uri: 'told://run', id: 'run' },
  agents: [
    { id: 'run', depth: 0, usage: counted },
    { id: 'a', parentId: 'run', depth: 1, call: 'call-a', usage: counted },
    { id: 'b', parentId: 'a', depth: 2, call: 'call-b', usage: counted, phase: 'interrupted', status: 'shutdown' },
  ],
}
const run: PlayedRun = {
  ...{ name: 'told', id: 'run', uri: 'told://run', phases: DONE, routes: ['main'] },
  calls: [
    { mark: 'MARK-A', parent: null, phases: DONE, routes: ['a'], again: [] },
    { mark: 'MARK-B', parent: 'MARK-A', phases: CUT, routes: ['b'], again: [] },
  ],
}

const witness = new ToldWitness()
witness.look()
const served = ['main', 'a', 'b'].map((route) => ({ route, conversation: null, usage }))
const countTokens = ({ input, cached, output }: TokenCount) => ({
  input: [input - cached],
  cacheRead: [cached],
  output: [output],
})

function judge(change: (agents: Record<string, AgentView>, tree: TreeView) => void): string[] {
  const tree = treeOf(truth)
  change(Object.fromEntries(tree.agents.map((agent) => [agent.id, agent])), tree)
  return judgePlayedRun(run, tree, { witness, served, countTokens })
}

describe('the judge of a played run', () => {
  it('has nothing against the truth', () => {
    expect(judgeStored(run, witness)).toEqual([])
    expect(judge(() => undefined)).toEqual([])
  })

  it.each<[string, (agents: Record<string, AgentView>, tree: TreeView) => void]>([
    ['an agent under another parent', ({ b }, tree) => Object.assign(b ?? {}, { parent: tree.root })],
    ['an agent of another run', ({ b }) => Object.assign(b ?? {}, { id: 'x' })],
    ['an agent that is missing', (_, tree) => void tree.agents.pop()],
    [
      'a call that nobody made',
      ({ b }, tree) => void tree.agents.push({ ...b, id: null, call: 'call-y', calls: ['call-y'] } as AgentView),
    ],
    ['a call at two agents', ({ a }) => void a?.calls.push('call-b')],
    ['a wrong end', ({ a }) => Object.assign(a ?? {}, { phase: 'running' })],
    ['an answer that is counted twice', ({ a }) => Object.assign(a?.usage.own ?? {}, { requests: 2 })],
    ['tokens that are cached and counted', ({ run: root }) => Object.assign(root?.usage.own ?? {}, { input: 100 })],
    ['a run that never ends', (_, tree) => Object.assign(tree, { live: true })],
    ['an original that it does not have', (_, tree) => Object.assign(tree, { forkedFrom: 'told://other' })],
  ])('finds %s', (_, change) => {
    expect(judge(change)).not.toEqual([])
  })
})
