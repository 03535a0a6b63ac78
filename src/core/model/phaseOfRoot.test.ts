import { describe, expect, it } from 'vitest'
import { forestOf, VIEW } from '../../testing/recordings'
import { RUN, second, sideFile, TranscriptWriter, task } from '../../testing/writeSession'
import { runOf, setLiveness, takeRunPatch, treeOf } from './forest'
import { type Liveness, NOT_LIVE } from './phaseOf'

const DEAD: Liveness = { ...NOT_LIVE, live: false, activity: null, waitingFor: null }
const LIVE: Liveness = { ...NOT_LIVE, live: true, activity: null, waitingFor: null }
const busy: Liveness = { ...NOT_LIVE, live: true, activity: 'busy', waitingFor: null }
const idle: Liveness = { ...NOT_LIVE, live: true, activity: 'idle', waitingFor: null }
const permission: Liveness = { ...NOT_LIVE, live: true, activity: 'waiting', waitingFor: 'permission' }
const broken = (at: number): Liveness => ({
  ...DEAD,
  end: { how: 'failed', message: 'exit code 3: out of memory', at: Date.parse(second(at)) },
})
const stopped = (at: number): Liveness => ({ ...DEAD, end: { how: 'stopped', message: null, at: Date.parse(second(at)) } })
const since = (at: number): Liveness => ({ ...permission, waitingSince: Date.parse(second(at)) })
const question: Liveness = { ...NOT_LIVE, live: true, activity: 'waiting', waitingFor: 'question' }

const INTERRUPTED = [{ type: 'text', text: '[Request interrupted by user]' }]
const apiError = (at: number, writer: TranscriptWriter): TranscriptWriter =>
  writer.say(at, [{ type: 'text', text: 'API Error: 529' }], 'stop_sequence', { isApiErrorMessage: true })
const child = () => new TranscriptWriter('a').prompt(2, 'work on it')
const linked = sideFile('a', { toolUseId: 'c' })

describe('the phase of the root', () => {
  const asked = () => new TranscriptWriter().prompt(0, 'go')
  const rows: readonly (readonly [string, TranscriptWriter, Liveness, string])[] = [
    ['busy, whatever the file says', asked().text(1, 'done'), busy, 'running protocol'],
    ['waiting', asked(), permission, 'waiting protocol'],
    ['idle after an answer', asked().text(1, 'done'), idle, 'completed child_rollout'],
    ['idle after an interruption', asked().prompt(1, INTERRUPTED), idle, 'interrupted child_rollout'],
    ['idle before anything', asked(), idle, 'completed protocol'],
    ['alive, no word, answered', asked().text(1, 'done'), LIVE, 'completed child_rollout'],
    ['alive, no word, at work', asked().call(1, 't', {}, 'Bash'), LIVE, 'running inferred'],
    ['gone in the middle', asked().call(1, 't', {}, 'Bash'), DEAD, 'orphaned inferred'],
    ['broken off in the middle', asked().call(1, 't', {}, 'Bash'), broken(2), 'failed protocol'],
    ['stopped from here in the middle', asked().call(1, 't', {}, 'Bash'), stopped(2), 'stopped protocol'],
    ['broken off, then gone on with elsewhere', asked().call(9, 't', {}, 'Bash'), broken(2), 'orphaned inferred'],
    ['broken off before it wrote anything', new TranscriptWriter().prompt(0, 'go'), broken(0), 'failed protocol'],
    ['ended with an error after an answer', asked().text(1, 'done'), broken(2), 'completed child_rollout'],
    ['gone after an answer', asked().text(1, 'done'), DEAD, 'completed child_rollout'],
    ['gone after an API error', apiError(1, asked()), DEAD, 'failed child_rollout'],
    [
      'an API error, then asked again and answered',
      apiError(1, asked()).prompt(2, 'again').text(3, 'done'),
      DEAD,
      'completed child_rollout',
    ],
    [
      'a tool denied',
      asked().call(1, 't', {}, 'Bash').result(2, 't', 'User rejected tool use', { is_error: true }),
      DEAD,
      'orphaned inferred',
    ],
  ]

  it.each(rows)('%s', (_, main, liveness, expected) => {
    const run = runOf(forestOf([main.source()]), 'claude', RUN)
    setLiveness(run, liveness)
    const [root] = treeOf(run, VIEW).agents
    expect(root && `${root.phase} ${root.status_source}`).toBe(expected)
  })

  it('its agents were stopped with it, and did not fail with it', () => {
    const run = runOf(forestOf([asked().call(1, 'c', task('work on it')).source(), child().source(), linked]), 'claude', RUN)
    const phases = [stopped, broken].map((how) => {
      setLiveness(run, how(9))
      return treeOf(run, VIEW).agents.map(({ phase }) => phase)
    })
    expect(phases).toEqual([
      ['stopped', 'stopped'],
      ['failed', 'orphaned'],
    ])
  })

  it('what broke off says how', () => {
    const run = runOf(forestOf([asked().call(1, 't', {}, 'Bash').source()]), 'claude', RUN)
    setLiveness(run, DEAD)
    takeRunPatch(run, new Set(), VIEW, 0)
    setLiveness(run, broken(2))
    const [root] = takeRunPatch(run, new Set(), VIEW, 0).agents
    expect(root).toMatchObject({ status: 'errored', error: 'exit code 3: out of memory', ended: second(1) })
  })

  it('a denied tool ends the turn as an interruption', () => {
    const main = asked().call(1, 't', {}, 'Bash')
    const content = [{ type: 'tool_result', tool_use_id: 't', content: 'no', is_error: true }]
    main.prompt(2, content, { toolUseResult: 'User rejected tool use', toolDenialKind: 'user-rejected' })
    expect(treeOf(runOf(forestOf([main.source()]), 'claude', RUN), VIEW).agents[0]?.phase).toBe('interrupted')
  })
})

describe('a session that waits blames', () => {
  const parallel = () => new TranscriptWriter().prompt(0, 'go').call(1, 'c', task('work on it')).call(1, 'c2', task('other work'))
  const other = () => new TranscriptWriter('b').prompt(2, 'other work')
  const both = [linked, sideFile('b', { toolUseId: 'c2' })]

  it.each([
    [
      'the agent whose tool has no answer',
      [parallel(), child().call(4, 't', {}, 'Bash'), other()],
      permission,
      ['running', 'waiting', 'running'],
    ],
    [
      'the later of two',
      [parallel(), child().call(4, 't', {}, 'Bash'), other().call(5, 'u', {}, 'Bash')],
      permission,
      ['running', 'running', 'waiting'],
    ],
    [
      'of two the one that called before the waiting began',
      [parallel(), child().call(4, 't', {}, 'Bash'), other().call(8, 'u', {}, 'Bash')],
      since(4),
      ['running', 'waiting', 'running'],
    ],
    [
      'the later of two that called before it began, whatever another does meanwhile',
      [parallel(), child().call(4, 't', {}, 'Bash').call(9, 'v', {}, 'Bash'), other().call(5, 'u', {}, 'Bash')],
      since(5),
      ['running', 'running', 'waiting'],
    ],
    [
      'the next one, once what was asked first has its answer',
      [parallel(), child().call(4, 't', {}, 'Bash').result(9, 't', 'done'), other().call(8, 'u', {}, 'Bash')],
      since(4),
      ['running', 'running', 'waiting'],
    ],
    ['the root, where no agent has an open tool', [parallel(), child(), other()], question, ['waiting', 'running', 'running']],
    [
      'not an agent that ended',
      [parallel(), child().call(4, 't', {}, 'Bash').text(5, 'k'), other()],
      permission,
      ['waiting', 'completed', 'running'],
    ],
  ])('%s', (_, writers, liveness, phases) => {
    const run = runOf(forestOf([...writers.map((writer) => writer.source()), ...both]), 'claude', RUN)
    setLiveness(run, liveness)
    const { agents, totals } = treeOf(run, VIEW)
    expect(agents.map((agent) => agent.phase)).toEqual(phases)
    expect(agents.map((agent) => agent.waitingFor)).toEqual(phases.map((p) => (p === 'waiting' ? liveness.waitingFor : null)))
    expect(totals.waiting).toBe(phases.slice(1).filter((p) => p === 'waiting').length)
  })
})
