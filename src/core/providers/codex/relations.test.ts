import { describe, expect, it } from 'vitest'
import { CHILD, idAt, RolloutWriter, RUN, root, spawned, treeOfOne, treesOf } from '../../../testing/writeRollout'
import { codex } from './codex'

const child = (hasOrdinals = true) => new RolloutWriter(CHILD, { hasOrdinals })
const usage = (input: number, output: number, total = input + output) => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: output,
  reasoning_output_tokens: 0,
  total_tokens: total,
})
const count = (total: number, last: number) => ({
  info: { total_token_usage: usage(total, 0), last_token_usage: usage(last, 0), model_context_window: 500 },
})

const record = (thread: string, id: string, input: number) => ({
  thread_id: thread,
  response_id: id,
  usage: usage(input, 1),
  thread_token_usage: usage(input, 1),
})

describe('what is copied into a fork is not its own', () => {
  it('an agent of an old release, told apart by the ids of its turns', () => {
    const copied = child(false).childHead(5, RUN, {}, { session_id: undefined, forked_from_id: RUN }).head(5, { id: RUN })
    copied
      .begin(5, idAt(1, 900))
      .say(5, 'user', 'Do it')
      .call(5, 'c1', 'spawn_agent', { message: 'Help' })
      .event(5, 'token_count', count(100, 100))
    copied.event(5, 'turn_aborted', { turn_id: idAt(1, 900), reason: 'interrupted' })
    copied.begin(6).say(6, 'user', 'Help').event(7, 'token_count', count(30, 30)).say(8, 'assistant', 'Helped').end(9)
    const tree = treeOfOne(spawned().end(10), copied)
    expect(tree.agents.map(({ id, prompt, phase, tools }) => ({ id, prompt, phase, tools }))).toEqual([
      { id: RUN, prompt: 'Do it', phase: 'completed', tools: 1 },
      { id: CHILD, prompt: 'Help', phase: 'completed', tools: 0 },
    ])
    expect(tree.usage).toMatchObject({ input: 30, requests: 1 })
  })

  it('a run of an old release whose turns have no ids that tell the time', () => {
    const fork = new RolloutWriter(CHILD, { hasOrdinals: false }).head(5, { forked_from_id: RUN }).head(5, { id: RUN })
    fork.say(5, 'user', 'Do it').event(5, 'token_count', count(100, 100)).say(5, 'assistant', 'Done')
    fork.say(20, 'user', 'Do it otherwise').event(21, 'token_count', count(130, 30)).say(22, 'assistant', 'Done otherwise')
    const [origin, forked] = treesOf(root().end(3), fork)
    expect(origin).toMatchObject({ forkedFrom: null, title: 'Do it' })
    expect(forked).toMatchObject({
      id: CHILD,
      forkedFrom: `codex://${RUN}`,
      title: 'Do it otherwise',
      usage: { input: 30, requests: 1 },
    })
    expect(forked?.agents[0]?.phase).toBe('completed')
  })

  it('a run that a server of an old release forked: its first sum is the one it has copied', () => {
    const fork = new RolloutWriter(idAt(50), { hasOrdinals: false }).head(50, { forked_from_id: RUN }).head(50, { id: RUN })
    fork
      .begin(50, idAt(1, 900))
      .say(50, 'user', 'Do it')
      .event(50, 'token_count', count(100, 100))
      .end(50, { turn_id: idAt(1, 900) })
    fork.begin(51, idAt(51)).say(51, 'user', 'Do it otherwise').event(51, 'token_count', count(100, 100))
    fork.event(52, 'token_count', count(130, 30)).say(52, 'assistant', 'Done otherwise').end(53)
    const forked = treesOf(root().end(3), fork).find(({ id }) => id === idAt(50))
    expect(forked).toMatchObject({ forkedFrom: `codex://${RUN}`, usage: { input: 30, requests: 1 } })
  })

  it('a run of 0.169 refers to what came before it instead of copying it, and counts on from there', () => {
    const fork = new RolloutWriter(idAt(50), { firstOrdinal: 35 }).head(50, {
      forked_from_id: RUN,
      forked_from_ordinal_exclusive: 35,
    })
    fork
      .begin(51)
      .say(52, 'user', 'Go on')
      .record(53, 'token_usage_record', record(idAt(50), 'r1', 30))
      .end(54)
    const forked = treesOf(root().end(3), fork).find(({ id }) => id === idAt(50))
    expect(forked).toMatchObject({ forkedFrom: `codex://${RUN}`, title: 'Go on', usage: { input: 30, requests: 1 } })
    expect(forked?.agents).toMatchObject([{ phase: 'completed', messages: 2 }])
  })

  it('a run that was forked from an agent names it below its run', () => {
    const fork = new RolloutWriter(idAt(50)).head(50, { forked_from_id: CHILD, history_base: { end_ordinal_exclusive: 3 } })
    fork.childHead(50, RUN, {}, { id: CHILD }).say(50, 'user', 'Help')
    fork.begin(51).say(52, 'user', 'Go on alone').end(53)
    const forked = treesOf(spawned(), child().childHead(5, RUN).begin(6).say(6, 'user', 'Help').end(7), fork).find(
      ({ id }) => id === idAt(50),
    )
    expect(forked).toMatchObject({ forkedFrom: `codex://${RUN}/${CHILD}`, title: 'Go on alone' })
    expect(forked?.agents).toHaveLength(1)
  })
})

describe('helpers of the harness stand apart', () => {
  it.each([
    ['compact', 'summary'],
    ['memory_consolidation', 'summary'],
    [{ other: 'guardian' }, 'helper'],
    ['review', null],
    [{ other: 'something new' }, null],
  ])('%j', (subagent, hidden) => {
    const helper = child()
      .head(5, { session_id: RUN, parent_thread_id: RUN, source: { subagent } })
      .begin(6)
      .say(6, 'user', 'x')
      .end(7)
    const tree = treeOfOne(root().end(9), helper)
    expect(tree.agents[1]).toMatchObject({ id: CHILD, parent: RUN, hidden, link: { note: 'session_meta.parent_thread_id' } })
    expect(tree.totals.agents).toBe(hidden === null ? 1 : 0)
  })
})

describe('a task that only the model can read', () => {
  const secret = 'gAAAAABm'.padEnd(120, 'Qx7_-')
  const mail = (text: string) => ({
    author: '/root',
    recipient: '/root/facts',
    content: [
      { type: 'input_text', text: 'Message Type: NEW_TASK\nTask name: /root/facts\nSender: /root\nPayload:\n' },
      { type: 'encrypted_content', encrypted_content: text },
    ],
  })
  const tree = (text: string) =>
    treeOfOne(
      root()
        .call(3, 'c1', 'spawn_agent', { task_name: 'facts', message: text, fork_turns: 'none' })
        .event(5, 'item_completed', {
          thread_id: RUN,
          item: { type: 'SubAgentActivity', id: 'c1', kind: 'started', agent_thread_id: CHILD, agent_path: '/root/facts' },
        })
        .answer(6, 'c1', '{"task_name":"/root/facts"}'),
      child()
        .childHead(5, RUN, { agent_path: '/root/facts', agent_nickname: 'Kuhn' })
        .begin(6)
        .item(6, 'agent_message', mail(text))
        .end(7),
    )

  it('is named by its path', () => {
    expect(tree(secret).agents[1]).toMatchObject({ prompt: null, description: '/root/facts', name: 'Kuhn', messages: 1 })
    expect(JSON.stringify(tree(secret))).not.toContain('gAAAA')
    const [item] = codex.readItems({ type: 'response_item', payload: { type: 'agent_message', ...mail(secret) } })
    expect(item).toMatchObject({ kind: 'prompt', text: '[encrypted for /root/facts]' })
  })

  it('is shown where anybody can', () => {
    expect(tree('Collect the facts.').agents[1]).toMatchObject({ prompt: 'Collect the facts.', description: '/root/facts' })
  })
})

describe('every way a link is told counts', () => {
  const helper = () =>
    child().childHead(5, RUN, { agent_role: 'worker', agent_nickname: 'Kuhn' }).begin(6).say(6, 'user', 'Help').end(7)
  const call = () => root().call(3, 'c1', 'spawn_agent', { message: 'Help' })
  it.each([
    ['its output', call().answer(6, 'c1', JSON.stringify({ agent_id: CHILD }))],
    [
      'an item',
      call().event(6, 'item_completed', {
        item: { type: 'CollabAgentToolCall', id: 'c1', tool: 'spawn_agent', receiver_thread_ids: [CHILD] },
      }),
    ],
    ['an event', call().event(6, 'collab_agent_spawn_end', { call_id: 'c1', new_thread_id: CHILD })],
    [
      'an activity',
      call().event(6, 'sub_agent_activity', { event_id: 'c1', kind: 'started', agent_thread_id: CHILD, agent_path: '/root/x' }),
    ],
  ])('%s', (_, writer) => {
    expect(treeOfOne(writer, helper()).agents[1]).toMatchObject({
      key: 'c1',
      id: CHILD,
      parent: RUN,
      type: 'worker',
      name: 'Kuhn',
      link: { evidence: 'explicit' },
    })
  })

  it('only its own head', () => {
    expect(treeOfOne(root(), helper()).agents[1]).toMatchObject({ key: CHILD, parent: RUN, type: 'worker', calls: [] })
  })

  it('a parent without a file', () => {
    const tree = treeOfOne(helper())
    expect(tree).toMatchObject({ id: RUN })
    expect([...tree.agents, ...tree.unplaced].map(({ id }) => id)).toContain(CHILD)
  })
})

describe('a call that started nobody', () => {
  it.each([
    ["unknown agent_type 'wizard'", 'failed'],
    ['unsupported call: spawn_agent', 'failed'],
    ['aborted by user after 1.2s', 'interrupted'],
  ])('%s', (output, phase) => {
    expect(treeOfOne(root().call(3, 'c1', 'spawn_agent', { message: 'Help' }).answer(4, 'c1', output)).agents[1]).toMatchObject({
      id: null,
      call: 'c1',
      phase,
    })
  })

  it('an agent whose file is gone is a call without data', () => {
    expect(treeOfOne(spawned().end(9)).agents[1]).toMatchObject({ id: CHILD, status: 'notFound', phase: 'unknown' })
  })
})

describe('calls that go to an agent', () => {
  const helper = () => child().childHead(5, RUN).begin(6).say(6, 'user', 'Help').end(7)
  it('start new work, or are only a part of its life', () => {
    const main = spawned()
      .call(10, 'w', 'wait_agent', { targets: [CHILD] })
      .answer(11, 'w', '{"status":{},"timed_out":true}')
      .call(12, 's', 'send_input', { target: CHILD, message: 'more' })
      .answer(13, 's', '{"submission_id":"x"}')
      .call(14, 'x', 'send_input', { target: CHILD, message: 'more' })
      .answer(15, 'x', `agent with id ${CHILD} not found`)
      .call(16, 'r', 'resume_agent', { id: CHILD })
      .answer(17, 'r', '{"status":"pending_init"}')
      .call(18, 'c', 'close_agent', { target: CHILD })
      .call(20, 'n', 'close_agent', { target: idAt(99) })
    expect(treeOfOne(main, helper()).agents).toMatchObject([{ tools: 7 }, { calls: ['c1', 's', 'r'], attended: ['c', 'w', 'x'] }])
  })

  it('a wait for something else is no wait for an agent', () => {
    const tree = treeOfOne(spawned().call(8, 'w', 'wait', { cell_id: '3' }), helper())
    expect(tree.agents[1]?.attended).toBeUndefined()
    expect(tree.agents[0]?.tools).toBe(2)
  })
})
