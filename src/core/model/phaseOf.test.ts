import { describe, expect, it } from 'vitest'
import type { AgentView } from '../../shared/views'
import { forestOf, type RecordedSource, VIEW } from '../../testing/recordings'
import { ended, RUN, sideFile, TranscriptWriter, task } from '../../testing/writeSession'
import { runOf, setLiveness, treeOf } from './forest'
import { type Liveness, NOT_LIVE } from './phaseOf'

const DEAD: Liveness = { ...NOT_LIVE, live: false, activity: null, waitingFor: null }
const LIVE: Liveness = { ...NOT_LIVE, live: true, activity: null, waitingFor: null }

const INTERRUPTED = [{ type: 'text', text: '[Request interrupted by user]' }]
const apiError = (at: number, writer: TranscriptWriter): TranscriptWriter =>
  writer.say(at, [{ type: 'text', text: 'API Error: 529\nOverloaded' }], 'stop_sequence', { isApiErrorMessage: true })
const notice = (id: string, status: string) =>
  `<task-notification>\n<task-id>${id}</task-id>\n<status>${status}</status>\n</task-notification>`
const mainCall = () => new TranscriptWriter().prompt(0, 'go').call(1, 'c', task('work on it'))
const child = () => new TranscriptWriter('a').prompt(2, 'work on it')
const linked = sideFile('a', { toolUseId: 'c' })

/** Rows: what is on disk, then phase and source while nobody owns the run, then while a process does. */
type Row = readonly [string, readonly RecordedSource[], string, string]

describe('[S3.18] the phase of an agent', () => {
  const rows: Row[] = [
    ['called, nothing else', [mainCall().source()], 'unknown inferred', 'starting inferred'],
    [
      'launched, no file yet',
      [mainCall().result(2, 'c', { isAsync: true, agentId: 'a' }).source()],
      'unknown inferred',
      'starting parent_rollout',
    ],
    [
      'refused',
      [mainCall().result(2, 'c', 'Error: no such type', { is_error: true }).source()],
      'failed parent_rollout',
      'failed parent_rollout',
    ],
    ['at work', [mainCall().source(), child().source(), linked], 'orphaned inferred', 'running inferred'],
    [
      'waits for its tool',
      [mainCall().source(), child().call(3, 't', { command: 'ls' }, 'Bash').source(), linked],
      'orphaned inferred',
      'running inferred',
    ],
    [
      'last words, nobody has taken them',
      [mainCall().source(), child().text(3, 'done').source(), linked],
      'completed child_rollout',
      'completed child_rollout',
    ],
    [
      'words that may go on',
      [
        mainCall().source(),
        child()
          .say(3, [{ type: 'text', text: 'let me' }], null)
          .source(),
        linked,
      ],
      'completed child_rollout',
      'running inferred',
    ],
    [
      'its result is there',
      [mainCall().result(5, 'c', ended('a')).source(), child().text(3, 'done').source()],
      'completed parent_rollout',
      'completed parent_rollout',
    ],
    [
      'side file: finished',
      [mainCall().source(), child().text(3, 'done').source(), sideFile('a', { toolUseId: 'c', finished: true })],
      'completed protocol',
      'completed protocol',
    ],
    [
      'side file: finished, no transcript',
      [mainCall().source(), sideFile('a', { toolUseId: 'c', finished: true })],
      'completed protocol',
      'completed protocol',
    ],
    [
      'side file: stopped by the user',
      [mainCall().source(), child().source(), sideFile('a', { toolUseId: 'c', stoppedByUser: true, finished: true })],
      'stopped protocol',
      'stopped protocol',
    ],
    [
      'an API error, then finished',
      [mainCall().source(), apiError(3, child()).source(), sideFile('a', { toolUseId: 'c', finished: true })],
      'failed child_rollout',
      'failed child_rollout',
    ],
    [
      'an API error, then it went on',
      [mainCall().source(), apiError(3, child()).call(4, 't', {}, 'Bash').source(), linked],
      'orphaned inferred',
      'running inferred',
    ],
    [
      'an API error, then an answer',
      [mainCall().source(), apiError(3, child()).text(4, 'done').source(), linked],
      'completed child_rollout',
      'completed child_rollout',
    ],
    [
      'interrupted',
      [mainCall().source(), child().prompt(3, INTERRUPTED).source(), linked],
      'interrupted child_rollout',
      'interrupted child_rollout',
    ],
    [
      'interrupted, then continued',
      [mainCall().source(), child().prompt(3, INTERRUPTED).prompt(4, 'go on').source(), linked],
      'orphaned inferred',
      'running inferred',
    ],
    [
      'interrupted by its parent alone',
      [
        mainCall().result(5, 'c', 'Error: [Request interrupted by user for tool use]', { is_error: true }).source(),
        child().source(),
        linked,
      ],
      'interrupted parent_rollout',
      'interrupted parent_rollout',
    ],
    [
      'ended early',
      [mainCall().result(5, 'c', 'Agent terminated early: API error', { is_error: true }).source(), child().source(), linked],
      'failed parent_rollout',
      'failed parent_rollout',
    ],
    [
      'launched in the background',
      [mainCall().result(2, 'c', { isAsync: true, agentId: 'a' }).source(), child().source()],
      'orphaned inferred',
      'running inferred',
    ],
    [
      'a notice: completed',
      [mainCall().prompt(9, notice('a', 'completed')).source(), child().source(), linked],
      'completed parent_rollout',
      'completed parent_rollout',
    ],
    [
      'a notice: killed',
      [mainCall().prompt(9, notice('a', 'killed')).source(), child().source(), linked],
      'stopped parent_rollout',
      'stopped parent_rollout',
    ],
    [
      'a notice: failed',
      [mainCall().prompt(9, notice('a', 'failed')).source(), child().source(), linked],
      'failed parent_rollout',
      'failed parent_rollout',
    ],
    [
      'the newest notice counts',
      [mainCall().prompt(8, notice('a', 'stopped')).prompt(9, notice('a', 'completed')).source(), child().source(), linked],
      'completed parent_rollout',
      'completed parent_rollout',
    ],
    [
      'a queued notice counts too',
      [
        mainCall()
          .record(9, { type: 'queue-operation', operation: 'enqueue', content: notice('a', 'killed') })
          .source(),
        child().source(),
        linked,
      ],
      'stopped parent_rollout',
      'stopped parent_rollout',
    ],
    [
      'a notice older than its last record: alive again',
      [mainCall().prompt(3, notice('a', 'completed')).source(), child().prompt(4, 'more').source(), linked],
      'orphaned inferred',
      'running inferred',
    ],
    [
      'a result older than its last record: alive again',
      [mainCall().result(3, 'c', ended('a')).source(), child().text(3, 'done').prompt(6, 'more').source()],
      'orphaned inferred',
      'running inferred',
    ],
    [
      'woken by its coordinator',
      [
        mainCall().result(3, 'c', ended('a')).source(),
        child()
          .text(3, 'done')
          .prompt(6, 'more', { isMeta: true, origin: { kind: 'coordinator' } })
          .source(),
      ],
      'orphaned inferred',
      'running inferred',
    ],
  ]

  it.each(rows)('%s', (_, sources, dead, live) => {
    expect([phase(agentIn(sources, DEAD)), phase(agentIn(sources, LIVE))]).toEqual([dead, live])
  })

  it('[S3.20] a completed call is not a completed agent', () => {
    const agent = agentIn([mainCall().result(2, 'c', { isAsync: true, agentId: 'a' }).source(), child().source()], LIVE)
    expect(agent).toMatchObject({ phase: 'running', background: true, ended: null })
  })

  it('[S3.19] is thrown over by a late record', () => {
    const run = runOf(forestOf([mainCall().result(5, 'c', ended('a')).source(), child().text(4, 'done').source()]), 'claude', RUN)
    expect(treeOf(run, VIEW).agents[1]?.phase).toBe('completed')
    const late = forestOf([
      mainCall().result(5, 'c', ended('a')).source(),
      child().text(4, 'done').call(9, 't', {}, 'Bash').source(),
    ])
    expect(treeOf(runOf(late, 'claude', RUN), VIEW).agents[1]?.phase).toBe('orphaned')
  })

  it('is not taken back by a resumed session that repeats the call as interrupted', () => {
    const repeated = { is_error: true, content: '[Tool call interrupted: the session ended before]' }
    const main = mainCall()
      .result(5, 'c', ended('a'))
      .result(50, 'c', 'Error: [Request interrupted by user for tool use]', repeated)
    expect(agentIn([main.source(), child().text(4, 'done').source()], DEAD).phase).toBe('completed')
  })

  it('tells why it failed', () => {
    const refused = mainCall().result(2, 'c', 'Error: no such type\nmore', { is_error: true })
    expect(agentIn([refused.source()], DEAD)).toMatchObject({ error: 'Error: no such type', status: 'errored' })
    expect(agentIn([mainCall().source(), apiError(3, child()).source(), linked], DEAD).error).toContain('API Error: 529')
  })
})

function agentIn(sources: readonly RecordedSource[], liveness: Liveness): AgentView {
  const run = runOf(forestOf(sources), 'claude', RUN)
  setLiveness(run, liveness)
  const [, agent] = treeOf(run, VIEW).agents
  if (!agent) throw new Error('no agent')
  return agent
}

function phase(agent: AgentView): string {
  return `${agent.phase} ${agent.status_source}`
}
