import { describe, expect, it } from 'vitest'
import { TreeView } from '../../shared/views'
import { faultsOf } from '../../testing/faultsOf'
import { forestOf, type RecordedSource, VIEW } from '../../testing/recordings'
import { ended, RUN, sideFile, sourceAt, TranscriptWriter, task } from '../../testing/writeSession'
import { runOf, takeRunPatch, treeOf } from './forest'

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

describe('names that objects have of their own', () => {
  it.each(NAMES)('%s as type, description, name, id, call and model', (name) => {
    const main = new TranscriptWriter()
      .prompt(0, name)
      .call(1, name, task(name, { subagent_type: name, description: name, name }))
      .result(5, name, { ...ended(name), status: name })
    const child = new TranscriptWriter(name).prompt(2, name)
    const message = {
      id: name,
      role: 'assistant',
      model: name,
      content: [{ type: name }, { type: 'text', text: name }],
      stop_reason: name,
    }
    child
      .record(3, { type: 'assistant', message: { ...message, usage: { output_tokens: 3, [name]: 9 } } })
      .record(4, { type: name })
    const tree = see(main.source(), child.source(), sideFile(name, { agentType: name, description: name, [name]: name }))
    expect(tree.agents.map(({ key, id, type, description }) => ({ key, id, type, description }))[1]).toEqual({
      key: name,
      id: name,
      type: name,
      description: name,
    })
    expect(Object.keys(tree.totals.byType)).toEqual([name])
    expect(tree.usage.requests).toBe(2)
  })
})

describe('parents in a circle', () => {
  it('two agents that name each other are shown, unplaced, once each', () => {
    const files = ['a', 'b'].map((id) => new TranscriptWriter(id).prompt(1, `task ${id}`).text(2, 'k').source())
    const tree = see(...files, sideFile('a', { parentAgentId: 'b' }), sideFile('b', { parentAgentId: 'a' }), asked().source())
    expect([...tree.unplaced.map((agent) => agent.id)].sort()).toEqual(['a', 'b'])
    expect(tree.usage.requests).toBe(2)
  })

  it.each([
    ['a side file that names its own agent', [sideFile('a', { parentAgentId: 'a' })]],
    ['a call that its own agent made', [sideFile('a', { toolUseId: 'own' })]],
  ])('%s', (_, sides) => {
    const own = new TranscriptWriter('a').prompt(1, 'task').call(2, 'own', task('task')).text(3, 'k')
    const tree = see(asked().source(), own.source(), ...sides)
    expect([...tree.agents, ...tree.unplaced].filter((agent) => agent.id === 'a')).toHaveLength(1)
  })

  it('a parent that nobody has seen', () => {
    const tree = see(
      asked().source(),
      new TranscriptWriter('a').prompt(1, 'x').source(),
      sideFile('a', { parentAgentId: 'ghost' }),
    )
    expect(tree.unplaced.map((agent) => agent.id)).toEqual(['a'])
  })
})

describe('ids that are missing, empty or of another kind', () => {
  const strange = ['', null, 7, {}, [], true]
  it.each(strange.map((value) => [JSON.stringify(value), value] as const))('%s', (_, value) => {
    const main = asked()
      .say(1, [{ type: 'tool_use', id: value, name: 'Agent', input: task('task') }], 'tool_use')
      .call(1, 'c', task('task'))
      .result(2, 'c', { agentId: value, resumedAgentId: undefined })
      .result(2, 'c', { resumedAgentId: value })
      .record(3, { type: 'progress', parentToolUseID: value, data: { type: 'agent_progress', agentId: value } })
      .record(3, { type: 'user', uuid: value, message: value })
      .record(3, { type: value, message: { content: value } })
    const side = sideFile('a', { toolUseId: value, parentAgentId: value, agentType: value, spawnDepth: value })
    const tree = see(main.source(), side, new TranscriptWriter('a').prompt(1, value).source())
    expect([...tree.agents, ...tree.unplaced].every((agent) => agent.key !== '' && agent.id !== '')).toBe(true)
  })

  it.each([RUN, 'c', 'a'])('a call with the id of another thing: %s', (id) => {
    const main = asked().call(1, 'c', task('first')).call(2, id, task('second')).result(3, 'c', ended('a'))
    const tree = see(main.source(), new TranscriptWriter('a').prompt(2, 'first').source())
    expect(tree.agents.length + tree.unplaced.length).toBeGreaterThanOrEqual(2)
  })

  it.each([RUN, 'c'])('an agent with the id of another thing: %s', (id) => {
    const main = asked().call(1, 'c', task('first'))
    see(main.source(), new TranscriptWriter(id).prompt(2, 'other').source(), sideFile(id, { agentType: 'x' }))
  })
})

describe('prompts', () => {
  const big = 'x'.repeat(1 << 20)
  it('[S0.22] of 1 MB match whole, and not their prefixes', () => {
    const main = asked()
      .call(1, 'c1', task(big))
      .call(1, 'c2', task(`${big}y`))
      .call(1, 'c3', task(big.slice(1)))
    const child = new TranscriptWriter('a').prompt(2, `${big}y`)
    const tree = see(main.source(), child.source())
    expect(tree.agents.find((agent) => agent.id === 'a')).toMatchObject({ call: 'c2', link: { ambiguous: false } })
    expect(JSON.stringify(tree).length).toBeLessThan(20_000)
  })

  it('that are prefixes of one another find their own calls', () => {
    const texts = Array.from({ length: 40 }, (_, i) => 'abcdefgh'.repeat(i + 1))
    const main = asked()
    for (const [i, text] of texts.entries()) main.call(1, `c${i}`, task(text))
    const children = texts.map((text, i) => new TranscriptWriter(`a${i}`).prompt(2, text).source())
    const tree = see(main.source(), ...children.reverse())
    for (const agent of tree.agents.slice(1)) expect(agent.call).toBe(agent.id?.replace('a', 'c'))
  })
})

describe('[S3.1] calls of tools nobody knows', () => {
  const delegate = (input: unknown) => asked().call(1, 'c', input, 'Delegate').result(9, 'c', ended('a'))
  it.each([
    ['with a prompt', { prompt: 'task' }],
    ['without', { order: 'task' }],
  ])('%s', (_, input) => {
    const tree = see(delegate(input).source(), new TranscriptWriter('a').prompt(2, 'task').text(3, 'k').source())
    expect(tree.agents[1]).toMatchObject({ id: 'a', key: 'c', parent: RUN, link: { evidence: 'explicit', ambiguous: false } })
  })

  it('in the file of an agent', () => {
    const a = new TranscriptWriter('a').prompt(2, 'task').call(3, 'd', { order: 'deeper' }, 'Delegate').result(8, 'd', ended('b'))
    const tree = see(delegate({ prompt: 'task' }).source(), a.source(), new TranscriptWriter('b').prompt(4, 'deeper').source())
    expect(tree.agents.map(({ id, depth }) => [id, depth])).toEqual([
      [RUN, 0],
      ['a', 1],
      ['b', 2],
    ])
  })

  it('are no agents as long as nothing says so', () => {
    const tree = see(asked().call(1, 'c', { prompt: 'task' }, 'Delegate').result(2, 'c', { ok: true }).source())
    expect(tree.agents).toHaveLength(1)
  })
})

describe('[S0.4] several blocks in one record', () => {
  const inputs = ['one', 'two', 'three'].map((text) => task(`do the thing called ${text}`))
  const uses = inputs.map((input, i) => ({ type: 'tool_use', id: `c${i}`, name: 'Agent', input }))
  const files = inputs.map((input, i) => new TranscriptWriter(`a${i}`).prompt(2, input['prompt']).text(3, 'k').source())
  const results = uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: `agent of ${id} is done` }))

  it('three calls and three results make three agents', () => {
    const main = asked().say(1, uses, 'tool_use').prompt(9, results)
    const tree = see(main.source(), ...files)
    expect(tree.agents.slice(1).map(({ id, call, phase }) => [id, call, phase])).toEqual([
      ['a0', 'c0', 'completed'],
      ['a1', 'c1', 'completed'],
      ['a2', 'c2', 'completed'],
    ])
    expect(tree.agents[0]?.tools).toBe(3)
  })

  it('an id beside several results is not everyone’s', () => {
    const named = results.map((result, i) => ({ ...result, content: `done\nagentId: a${i}` }))
    const tree = see(
      asked()
        .say(1, uses, 'tool_use')
        .prompt(9, named, { toolUseResult: ended('a1') })
        .source(),
      ...files,
    )
    expect(tree.agents.slice(1).map(({ id, call }) => [id, call])).toEqual([
      ['a0', 'c0'],
      ['a1', 'c1'],
      ['a2', 'c2'],
    ])
  })
})

describe('shape', () => {
  it('[S0.5] agents of depth 6', () => {
    const levels = Array.from({ length: 6 }, (_, i) => i)
    const files = levels.map((i) =>
      new TranscriptWriter(`a${i}`)
        .prompt(i, `level ${i}`)
        .call(i, `c${i + 1}`, task(`level ${i + 1}`))
        .source(),
    )
    const tree = see(...files.reverse(), asked().call(0, 'c0', task('level 0')).source())
    expect(tree.agents.map((agent) => agent.depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(tree.agents[0]?.usage.total.requests).toBe(7)
  })

  it('a problem for each line that is no record, and nothing lost around it', () => {
    const text = `${asked().lines[0]}\n{"type":\nnull\n[1]\n"x"\n12\n\u0000\u0000\n{}\n${asked().text(1, 'k').lines[1]}\n`
    const tree = see(sourceAt(`projects/p/${RUN}.jsonl`, text, RUN))
    expect(tree.agents[0]?.messages).toBe(2)
  })

  it('200 000 copies of one agent’s messages in its parent', () => {
    const main = asked().call(1, 'c', task('task'))
    const copy = JSON.stringify({ type: 'progress', parentToolUseID: 'c', data: { type: 'agent_progress', agentId: 'a' } })
    const text = `${main.lines.join('\n')}\n${`${copy}\n`.repeat(200_000)}`
    const tree = see(sourceAt(`projects/p/${RUN}.jsonl`, text, RUN), new TranscriptWriter('a').prompt(2, 'other').source())
    expect(tree.agents[1]).toMatchObject({ id: 'a', call: 'c', link: { evidence: 'stream' } })
  })
})

function asked(): TranscriptWriter {
  return new TranscriptWriter().prompt(0, 'go')
}

function see(...sources: RecordedSource[]): TreeView {
  const run = runOf(forestOf(sources), 'claude', RUN)
  const tree = treeOf(run, VIEW)
  expect(faultsOf(tree)).toEqual([])
  expect(() => TreeView.parse(tree)).not.toThrow()
  expect(takeRunPatch(run, new Set(), VIEW, 0).agents).toHaveLength(tree.agents.length + tree.unplaced.length)
  return tree
}
