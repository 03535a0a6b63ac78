import { describe, expect, it } from 'vitest'
import { interleavings } from '../../../testing/interleavings'
import { TalkFold } from './TalkFold'
import { readTalkLine, type TalkLine } from './talkLine'
import { userLine } from './userLine'

const RUN = '60ac9ef5-de62-4636-acea-22ec0ef93345'

function line(value: unknown): TalkLine {
  const read = readTalkLine(typeof value === 'string' ? value : JSON.stringify(value))
  if (!read) throw new Error('no line of the protocol')
  return read
}

const init = line({ type: 'system', subtype: 'init', session_id: RUN, model: 'claude-opus-5-5', permissionMode: 'default' })
const result = line({ type: 'result', subtype: 'success', is_error: false, result: 'Done.' })
const greeted = line({
  type: 'control_response',
  response: {
    subtype: 'success',
    request_id: 'a1',
    response: { claude_code_version: '2.1.327', pid: 77, current_permission_mode: 'plan' },
  },
})

function ask(id: string, agent?: string, tool = 'Bash', input: object = { command: 'touch a.txt' }): TalkLine {
  const request = { subtype: 'can_use_tool', tool_name: tool, input, tool_use_id: 't', ...(agent ? { agent_id: agent } : {}) }
  return line({ type: 'control_request', request_id: id, request })
}

function answered(id: string): TalkLine {
  return line({ type: 'control_response', response: { subtype: 'success', request_id: id, response: { behavior: 'allow' } } })
}

function wished(id: string, request: object): TalkLine {
  return line({ type: 'control_request', request_id: id, request })
}

function agreed(id: string, response: object): TalkLine {
  return line({ type: 'control_response', response: { subtype: 'success', request_id: id, response } })
}

describe('the phase', () => {
  it('starts, works through a turn and is idle after it', () => {
    const fold = new TalkFold(RUN, 0)
    expect(fold.phase()).toBe('starting')
    fold.hear(greeted, 1)
    expect(fold.phase()).toBe('idle')
    fold.wrote(line(userLine('Hi', 'u1')), 2)
    expect(fold.phase()).toBe('working')
    fold.hear(init, 3)
    fold.hear(line({ type: 'user', isReplay: true, uuid: 'u1' }), 3)
    fold.hear(result, 4)
    expect(fold.state()).toMatchObject({ phase: 'idle', since: 4, model: 'claude-opus-5-5', queued: [], trouble: null })
  })

  it('stays at work for messages that wait, and says which', () => {
    const fold = new TalkFold(RUN, 0)
    fold.hear(init, 1)
    fold.wrote(line(userLine('one', 'u1')), 1)
    fold.hear(line({ type: 'user', isReplay: true, uuid: 'u1' }), 1)
    fold.wrote(line(userLine('two', 'u2')), 2)
    expect(fold.state()).toMatchObject({ midTurn: 'between', queued: [{ id: 'u2', text: 'two' }] })
    fold.hear(result, 3)
    expect(fold.phase()).toBe('working')
    fold.hear(line({ type: 'system', subtype: 'command_lifecycle', command_uuid: 'u2', state: 'started' }), 4)
    fold.hear(result, 5)
    expect(fold.phase()).toBe('idle')
  })

  it('knows the message of a turn in releases that name it late, and those that were melted into it', () => {
    const fold = new TalkFold(RUN, 0)
    const queued = () => fold.state().queued.map(({ id }) => id)
    for (const id of ['u1', 'u2', 'u3', 'u4']) fold.wrote(line(userLine(id, id)), 1)
    fold.hear(init, 2)
    expect(queued()).toEqual(['u2', 'u3', 'u4'])
    fold.hear(line({ type: 'user', isReplay: true, uuid: 'u1' }), 3)
    fold.hear(result, 4)
    fold.hear(init, 5)
    fold.hear(line({ type: 'user', isReplay: true, uuid: 'u3' }), 6)
    expect(queued()).toEqual(['u4'])
  })

  it('forgets what was taken back, and takes the mode, when the CLI agrees', () => {
    const fold = new TalkFold(RUN, 0)
    fold.hear(init, 1)
    fold.wrote(line(userLine('two', 'u2')), 1)
    fold.wrote(wished('w1', { subtype: 'cancel_async_message', message_uuid: 'u2' }), 2)
    fold.wrote(wished('w2', { subtype: 'set_permission_mode', mode: 'plan' }), 2)
    fold.hear(agreed('w1', { cancelled: false }), 3)
    expect(fold.state()).toMatchObject({ mode: 'default', queued: [{ id: 'u2' }] })
    fold.wrote(wished('w3', { subtype: 'cancel_async_message', message_uuid: 'u2' }), 4)
    fold.hear(agreed('w3', { cancelled: true }), 5)
    fold.hear(agreed('w2', {}), 5)
    expect(fold.state()).toMatchObject({ mode: 'plan', queued: [] })
  })

  it('stays at work for agents in the background, what they ask, and the turn in which their end is told', () => {
    const fold = new TalkFold(RUN, 0)
    const task = (subtype: string, more: object) => line({ type: 'system', subtype, task_id: 'b1', ...more })
    fold.hear(init, 1)
    fold.hear(task('task_started', { task_type: 'local_agent', is_backgrounded: true }), 1)
    fold.hear(task('task_started', { task_id: 's1', task_type: 'local_bash', is_backgrounded: true }), 1)
    fold.hear(result, 2)
    expect([fold.phase(), fold.threads(1).get(RUN)?.activity]).toEqual(['working', 'idle'])
    expect(fold.state().midTurn).toBe('begins')
    fold.hear(ask('r1', 'b1'), 3)
    fold.hear(task('task_updated', { patch: { status: 'killed' } }), 4)
    expect([fold.phase(), fold.asks(), fold.isNoticeDue()]).toEqual(['working', [], true])
    fold.hear(init, 5)
    fold.hear(result, 6)
    expect([fold.phase(), fold.isNoticeDue()]).toEqual(['idle', false])
  })

  it('takes the list of agents in the background for whole', () => {
    const fold = new TalkFold(RUN, 0)
    const list = (...ids: string[]) =>
      line({
        ...{ type: 'system', subtype: 'background_tasks_changed' },
        tasks: ids.map((id) => ({ task_id: id, task_type: 'local_agent' })),
      })
    fold.hear(init, 1)
    fold.hear(list('b1', 'b2'), 1)
    fold.hear(result, 2)
    fold.hear(list('b2'), 3)
    expect(fold.phase()).toBe('working')
    fold.hear(list(), 4)
    fold.giveUpNotice(9)
    expect(fold.state()).toMatchObject({ phase: 'idle', since: 9 })
  })

  it('names the agents of old releases whose end nothing tells', () => {
    const fold = new TalkFold(RUN, 0)
    fold.hear(init, 1)
    fold.hear(line({ type: 'user', tool_use_result: { isAsync: true, status: 'async_launched', agentId: 'old' } }), 2)
    fold.hear(result, 3)
    expect([fold.phase(), fold.untoldAgents()]).toEqual(['working', ['old']])
    fold.loseAgent('old', 4)
    expect([fold.phase(), fold.untoldAgents()]).toEqual(['idle', []])
  })

  it('is at work while something is asked, and knows an answer that another program of ours gave', () => {
    const fold = new TalkFold(RUN, 0)
    fold.hear(init, 1)
    fold.hear(ask('r1', 'b1'), 2)
    fold.hear(ask('r2', 'b1'), 2)
    fold.hear(result, 3)
    expect(fold.phase()).toBe('working')
    fold.hear(answered('r1'), 4)
    expect(fold.asks().map(({ id }) => id)).toEqual(['r2'])
    fold.wrote(answered('r2'), 5)
    expect([fold.phase(), fold.request('r1'), fold.isAnswered('r1')]).toEqual(['idle', null, true])
  })

  it('says what was refused because nobody could be shown it', () => {
    const fold = new TalkFold(RUN, 0)
    fold.hear(init, 1)
    fold.hear(wished('d1', { subtype: 'request_user_dialog', dialog_kind: 'odd_dialog' }), 2)
    expect([fold.asks(), fold.request('d1'), fold.state().trouble]).toEqual([[], null, null])
    fold.wrote(line({ type: 'control_response', response: { subtype: 'error', request_id: 'd1', error: 'no' } }), 3)
    fold.hear(result, 4)
    expect(fold.state().trouble).toContain('request_user_dialog: odd_dialog')
    fold.hear(init, 5)
    expect(fold.state().trouble).toBeNull()
  })

  it('is not drawn into a turn by an agent in the background', () => {
    const fold = new TalkFold(RUN, 0)
    fold.hear(init, 1)
    fold.hear(result, 2)
    fold.hear(line({ type: 'assistant', parent_tool_use_id: 'toolu_1', message: {} }), 3)
    expect(fold.phase()).toBe('idle')
  })

  it('says why a turn failed, and nothing of an interrupt', () => {
    const fold = new TalkFold(RUN, 0)
    fold.hear(
      line({ type: 'result', subtype: 'success', is_error: true, result: 'API Error: 529', terminal_reason: 'api_error' }),
      1,
    )
    expect(fold.state().trouble).toBe('API Error: 529')
    fold.hear(init, 2)
    expect(fold.state().trouble).toBeNull()
    fold.hear(line({ type: 'result', is_error: true, terminal_reason: 'aborted_tools' }), 3)
    expect(fold.state().trouble).toBeNull()
  })
})

describe('asks', () => {
  it('belong to the agent that asks, and are gone when answered or withdrawn', () => {
    const fold = new TalkFold(RUN, 0)
    fold.hear(init, 1)
    fold.hear(ask('r1', 'a60d'), 2)
    fold.hear(ask('r2'), 3)
    expect(fold.asks().map(({ id, agent }) => [id, agent])).toEqual([
      ['r1', 'a60d'],
      ['r2', null],
    ])
    expect(fold.threads(5).get('a60d')).toMatchObject({
      activity: 'waiting',
      waitingFor: 'permission',
      message: 'Bash: touch a.txt',
    })
    expect(fold.threads(5).get(RUN)?.activity).toBe('waiting')
    fold.wrote(answered('r1'), 4)
    fold.hear(line({ type: 'control_cancel_request', request_id: 'r2' }), 5)
    expect(fold.asks()).toEqual([])
    expect(fold.threads(5).get(RUN)?.activity).toBe('busy')
  })

  it('are not open again after a restart, when the answers are told before the questions', () => {
    const fold = new TalkFold(RUN, 0)
    fold.wrote(answered('r1'), 4)
    for (const heard of [init, ask('r1'), ask('r2')]) fold.hear(heard, 0)
    expect(fold.asks().map(({ id }) => id)).toEqual(['r2'])
  })

  it('take 2.0.76 for what it is: an echo of our own answer asks nothing', () => {
    const fold = new TalkFold(RUN, 0)
    fold.hear(ask('r1'), 1)
    fold.wrote(answered('r1'), 2)
    fold.hear(answered('r1'), 3)
    expect(fold.asks()).toEqual([])
  })
})

describe('a restart', () => {
  it('comes to the same state from the lines of both sides, whatever of one came before the other', () => {
    const heard = [
      greeted,
      init,
      line({ type: 'user', isReplay: true, uuid: 'u1' }),
      ask('r1', 'a1'),
      ask('r2'),
      result,
      init,
      line({ type: 'system', subtype: 'command_lifecycle', command_uuid: 'u2', state: 'started' }),
      agreed('w1', { cancelled: true }),
      agreed('w2', { mode: 'acceptEdits' }),
    ]
    const written = [
      line(userLine('one', 'u1')),
      answered('r1'),
      line(userLine('two', 'u2')),
      wished('w1', { subtype: 'cancel_async_message', message_uuid: 'u3' }),
      line(userLine('three', 'u3')),
      wished('w2', { subtype: 'set_permission_mode', mode: 'acceptEdits' }),
    ]
    const look = (fold: TalkFold) => ({ ...fold.state(), since: 0, asks: fold.asks().map(({ id }) => id) })
    const later = new TalkFold(RUN, 0)
    for (const each of written) later.wrote(each, 0)
    for (const each of heard) later.hear(each, 0)
    for (const order of interleavings(heard.length, written.length)) {
      const fold = new TalkFold(RUN, 0)
      const left = { heard: [...heard], written: [...written] }
      for (const isWritten of order) {
        const next = isWritten ? left.written.shift() : left.heard.shift()
        if (!next) throw new Error('an interleaving takes each line once')
        if (isWritten) fold.wrote(next, 0)
        else fold.hear(next, 0)
      }
      expect(look(fold)).toEqual(look(later))
    }
  })
})
