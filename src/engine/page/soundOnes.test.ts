import { expect, it } from 'vitest'
import type { Notice } from '../../shared/contract'
import type { ForestFrame } from '../../shared/forestFrame'
import { ForestFrame as Forest } from '../../shared/forestFrame'
import { AgentKey, RunUri } from '../../shared/ids'
import type { RunsFrame } from '../../shared/runsFrame'
import { RunsFrame as Runs } from '../../shared/runsFrame'
import { rowOf } from '../../testing/fakeEngine'
import { sketchTree } from '../../testing/sampleTree'
import type { Follower } from './followers'
import { ForestLane } from './forestLane'
import type { RunBoard } from './runBoard'
import { RunsLane } from './runsLane'
import { refusals } from './soundOnes'

const tree = sketchTree({ phase: 'running', children: [{}, {}] })
const good = rowOf(tree)
const bad = { ...good, uri: RunUri.parse('claude://bbbbbbbb-0000-4000-8000-000000000002'), sizeBytes: 1.5 }

it('leaves out the run that does not fit, keeps its neighbours, and says so once', () => {
  const rows = new Map([
    [good.uri, good],
    [bad.uri, bad],
  ])
  const notices: Notice[] = []
  const sent: RunsFrame[] = []
  const board = { rows, progress: { done: 2, total: 2 }, isWhole: true } as unknown as RunBoard
  const send = (frame: RunsFrame): boolean => Runs.safeParse(frame).success && sent.push(frame) > 0
  const lane = new RunsLane(
    board,
    send,
    refusals('run', (notice) => notices.push(notice)),
  )
  while (lane.sendOne());
  lane.note({ rows: [good.uri, bad.uri], removed: [], agents: [] })
  while (lane.sendOne());
  expect(sent.flatMap((frame) => (frame.kind === 'rows' ? [frame.rows] : []))).toEqual([[good], [good]])
  expect(notices).toEqual([
    { level: 'warning', code: 'not_shown', message: expect.stringMatching(`^1 run could not be shown: ${bad.uri} \\(sizeBytes`) },
  ])
})

it('leaves out the agent that does not fit, without a gap', () => {
  const [root, one, two] = tree.agents
  if (!root || !one || !two) throw new Error('the tree has three agents')
  const agents = new Map([root, { ...one, tools: -1 }, two].map((agent) => [agent.key, agent]))
  const notices: Notice[] = []
  const sent: ForestFrame[] = []
  const follower: Follower = { run: good.uri, agents, row: good, isGone: false, listen: () => () => undefined }
  const send = (frame: ForestFrame): boolean => Forest.safeParse(frame).success && sent.push(frame) > 0
  const lane = new ForestLane(
    follower,
    send,
    refusals('agent', (notice) => notices.push(notice)),
  )
  while (lane.sendOne());
  expect(sent.map(({ seq }) => seq)).toEqual([0, 1])
  expect(sent[1]).toMatchObject({ kind: 'patch', isWhole: true, row: good })
  const keys = sent.flatMap((frame) => (frame.kind === 'patch' ? frame.agents.map(({ key }) => key) : []))
  expect(keys).toEqual([root.key, two.key])
  expect(notices[0]?.message).toContain(`1 agent could not be shown: ${AgentKey.parse(one.key)}`)
})
