import { describe, expect, it } from 'vitest'
import { codexForestOf } from '../../../testing/codexRecordings'
import { VIEW } from '../../../testing/recordings'
import { CHILD, RolloutWriter, RUN, rollouts, root, spawned, treeOfOne } from '../../../testing/writeRollout'
import { setLiveness, treeOf } from '../../model/forest'
import { NOT_LIVE } from '../../model/phaseOf'

const LIVE = { ...NOT_LIVE, live: true }
const child = () => new RolloutWriter(CHILD)

describe('[S1.9] phases by turn', () => {
  const helper = () => child().childHead(5, RUN).begin(6).say(6, 'user', 'Help')
  const phase = (...writers: RolloutWriter[]) => {
    const [run] = codexForestOf(rollouts(...writers)).runs.values()
    if (!run) throw new Error('no run')
    const dead = treeOf(run, VIEW).agents[1]?.phase
    setLiveness(run, LIVE)
    return [dead, treeOf(run, VIEW).agents[1]?.phase]
  }

  it('what is written after a turn’s end is no new work', () => {
    const late = helper().call(7, 't', 'exec_command', { cmd: 'ls' }).event(8, 'turn_aborted', { reason: 'interrupted' })
    expect(phase(spawned(), late.answer(9, 't', 'aborted by user'))).toEqual(['interrupted', 'interrupted'])
  })

  it('news of an earlier turn does not end a later one', () => {
    const told = spawned().say(
      30,
      'user',
      `<subagent_notification>\n{"agent_path":"${CHILD}","status":{"completed":"ok"}}\n</subagent_notification>`,
    )
    expect(phase(told, helper().end(8).begin(20))).toEqual(['orphaned', 'running'])
  })

  it('an old release says that a turn ended, and its parent that it failed', () => {
    const wait = (status: unknown) =>
      spawned()
        .call(7, 'w', 'wait', { ids: [CHILD] })
        .answer(12, 'w', JSON.stringify({ status: { [CHILD]: status }, timed_out: false }))
    const ended = () => helper().end(10, { last_agent_message: null })
    expect(phase(wait({ errored: 'it broke' }), ended())).toEqual(['failed', 'failed'])
    expect(phase(wait({ completed: null }), ended())).toEqual(['completed', 'completed'])
    expect(phase(wait('not_found'), ended())).toEqual(['completed', 'completed'])
    expect(phase(wait({ errored: 'it broke' }), ended().begin(20).end(21))).toEqual(['completed', 'completed'])
    // The parent may hear of it before the agent writes its end.
    expect(phase(wait({ errored: 'it broke' }), helper().end(13, { last_agent_message: null }))).toEqual(['failed', 'failed'])
    expect(treeOfOne(wait({ errored: '{"error":{"message":"it broke"}}' }), ended()).agents[1]?.error).toBe('it broke')
  })

  it('releases that do not write turns end with their last words', () => {
    const old = new RolloutWriter(RUN, { hasOrdinals: false }).head(0).say(1, 'user', 'Do it').say(2, 'assistant', 'Done')
    expect(treeOfOne(old).agents[0]?.phase).toBe('completed')
    expect(treeOfOne(old.call(3, 't', 'shell', { command: ['bash', '-lc', 'ls'] })).agents[0]).toMatchObject({
      phase: 'orphaned',
      activity: 'shell: ls',
    })
  })

  it('an error ends a turn with its words', () => {
    expect(treeOfOne(root().end(3, { error: { message: 'usage limit reached\nmore' } })).agents[0]).toMatchObject({
      phase: 'failed',
      error: 'usage limit reached',
    })
  })
})
