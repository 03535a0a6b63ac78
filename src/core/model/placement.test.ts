import { describe, expect, it } from 'vitest'
import { forestOf, type RecordedSource, VIEW } from '../../testing/recordings'
import { RUN, TranscriptWriter, task } from '../../testing/writeSession'
import { claude } from '../providers/claude/claude'
import { runOf, treeOf } from './forest'

function tree(...sources: readonly RecordedSource[]) {
  return treeOf(runOf(forestOf(sources), 'claude', RUN), VIEW)
}

function meta(agent: string, value: unknown): RecordedSource {
  const path = `projects/-home-dev-acme/${RUN}/subagents/agent-${agent}.meta.json`
  const spec = claude.recognise(path)
  if (!spec) throw new Error('no side file')
  return { ...new TranscriptWriter(agent).source(), path, spec, bytes: Buffer.from(JSON.stringify(value)) }
}

const main = () => new TranscriptWriter().prompt(0, 'go')
const child = (id: string, prompt = `task ${id}`) => new TranscriptWriter(id).prompt(2, prompt).text(3, 'done')

describe('the place of an agent', () => {
  it('never shows evidence that lost its call as the reason', () => {
    const found = tree(
      main().call(1, 't1', task('first of them')).call(1.1, 't2', task('second of them')).source(),
      child('a1', 'first of them').source(),
      child('a9', 'second of them').source(),
      meta('a1', { toolUseId: 't1' }),
      meta('a9', { toolUseId: 't1' }),
    )
    const link = (id: string) => found.agents.find((agent) => agent.id === id)?.link
    expect(link('a1')).toMatchObject({ evidence: 'explicit', note: 'meta.toolUseId' })
    expect(link('a9')).toMatchObject({ evidence: 'prompt-match' })
  })

  it('is unplaced without a reason when its only evidence belongs to another', () => {
    const found = tree(
      main().call(1, 't1', task('first of them')).source(),
      child('a1', 'first of them').source(),
      child('a9', 'nothing like it').source(),
      meta('a1', { toolUseId: 't1' }),
      meta('a9', { toolUseId: 't1' }),
    )
    expect(found.unplaced.map((agent) => [agent.id, agent.link.evidence])).toEqual([['a9', 'none']])
  })

  it('follows the order of the file where the clock goes back', () => {
    const found = tree(main().call(1, 'x', task('x x x')).call(1.2, 'y', task('y y y')).call(1.1, 'z', task('z z z')).source())
    expect(found.agents.slice(1).map((agent) => [agent.number, agent.call])).toEqual([
      [1, 'x'],
      [2, 'y'],
      [3, 'z'],
    ])
  })

  it('is that of its starter, not of a later tool that reports on it', () => {
    const found = tree(
      main()
        .call(1, 't9', task('task a1'))
        .result(2, 't9', { isAsync: true, status: 'async_launched', agentId: 'a1' })
        .call(3, 't1', { agentId: 'a1' }, 'AgentOutput')
        .result(4, 't1', { agentId: 'a1', output: 'so far' })
        .source(),
      child('a1').source(),
    )
    expect(found.agents.find((agent) => agent.id === 'a1')).toMatchObject({ key: 't9', callName: 'Agent' })
  })
})

describe('a tool nobody knows', () => {
  const answer = { agentId: 'a1', agentType: 'helper', status: 'completed' }

  it.each([['instructions'], ['task'], ['prompt']])(
    'that takes its work as "%s" is a spawn once its answer names an agent',
    (word) => {
      const call = main().call(1, 't1', { [word]: 'task a1', description: 'Do it' }, 'Delegate')
      const [, before] = tree(call.source()).agents
      expect(before).toBeUndefined()
      const withAnswer = call.result(4, 't1', answer)
      for (const sources of [[withAnswer.source()], [withAnswer.source(), child('a1').source()]]) {
        expect(tree(...sources).agents.slice(1)).toMatchObject([
          { id: 'a1', key: 't1', callName: 'Delegate', description: 'Do it', type: 'helper', phase: 'completed' },
        ])
      }
    },
  )
})

it('an answer whose call was lost still shows the agent it names', () => {
  const found = tree(main().result(4, 't1', { agentId: 'a1', status: 'completed' }).source())
  expect(found.agents.slice(1)).toMatchObject([{ id: 'a1', key: 't1', call: 't1', callName: null, phase: 'completed' }])
})

it('an agent known only by its side file is not running when nobody is left to run it', () => {
  const found = tree(
    main().text(1, 'bye').source(),
    meta('a1', { toolUseId: 't1', spawnDepth: 1 }),
    meta('a2', { spawnDepth: 1 }),
  )
  for (const agent of found.agents.slice(1)) expect(agent).toMatchObject({ phase: 'orphaned', status: 'shutdown' })
})

it('records that a copied tail repeats are counted once', () => {
  const once = main().text(1, 'answer').prompt(2, 'more').text(3, 'more')
  const twice = once.source()
  const found = tree({ ...twice, bytes: Buffer.concat([twice.bytes, twice.bytes]) })
  expect(found.agents[0]).toMatchObject({ messages: 4, usage: { own: { requests: 2 } } })
})
