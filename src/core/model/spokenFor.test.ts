import { describe, expect, it } from 'vitest'
import { forestOf, VIEW } from '../../testing/recordings'
import { RUN, sideFile, TranscriptWriter, task } from '../../testing/writeSession'
import type { ThreadState } from '../liveChannel'
import { runOf, setLiveness, treeOf } from './forest'
import { NOT_LIVE } from './phaseOf'

const said: ThreadState = { activity: 'busy', waitingFor: null, message: null, retryAt: null, pid: null }

/** An agent at work, and its process says this of it. */
function agentOf(state: Partial<ThreadState>) {
  const forest = forestOf([
    new TranscriptWriter().prompt(0, 'go').call(1, 'c', task('work on it')).source(),
    new TranscriptWriter('a').prompt(2, 'work on it').call(3, 't', { command: 'ls' }, 'Bash').source(),
    sideFile('a', { toolUseId: 'c' }),
  ])
  const run = runOf(forest, 'claude', RUN)
  setLiveness(run, { ...NOT_LIVE, live: true, threads: new Map([['a', { ...said, ...state }]]) })
  const tree = treeOf(run, VIEW)
  return tree.agents[1]!
}

describe('what a living process says of one thread', () => {
  it('busy: the records say with what', () => {
    expect(agentOf({})).toMatchObject({ phase: 'running', activity: 'Bash: ls', status_source: 'protocol' })
    expect(agentOf({})).not.toHaveProperty('retryAt')
  })

  it('waiting: for what, and the words of the question', () => {
    const waiting = agentOf({ activity: 'waiting', waitingFor: 'question', message: 'Which colour?' })
    expect(waiting).toMatchObject({ phase: 'waiting', waitingFor: 'question', activity: 'Which colour?' })
    expect(agentOf({ activity: 'waiting', waitingFor: 'permission' })).toMatchObject({ activity: 'Bash: ls' })
  })

  it('retry: running, why it failed and when it is tried again', () => {
    const at = Date.UTC(2026, 10, 18, 14, 2, 7)
    expect(agentOf({ activity: 'retry', message: 'overloaded', retryAt: at })).toMatchObject({
      ...{ phase: 'running', activity: 'overloaded', retryAt: '2026-11-18T14:02:07.000Z' },
    })
    expect(agentOf({ activity: 'retry', retryAt: 1e99 })).toMatchObject({ retryAt: null })
  })
})
