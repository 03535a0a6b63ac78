import { describe, expect, it } from 'vitest'
import { interleavings } from '../../../testing/interleavings'
import { resultOf } from './offerAnswers'
import { permissionMode, permissionModes, settingsOf } from './permissionModes'
import { WireFold } from './WireFold'
import { readWireLine, type WireLine } from './wireLine'

function line(value: unknown): WireLine {
  const read = readWireLine(JSON.stringify(value))
  if (!read) throw new Error('no line of the protocol')
  return read
}

const ROOT = '019a-root'
const asked = line({ id: 'a', method: 'thread/start', params: {} })
const opened = line({ id: 'a', result: { thread: { id: ROOT }, model: 'gpt-mock' } })
const started = (turn = 't1', threadId = ROOT) => line({ method: 'turn/started', params: { threadId, turn: { id: turn } } })
const ended = (status = 'completed', threadId = ROOT) =>
  line({
    method: 'turn/completed',
    params: { threadId, turn: { id: 't1', status, error: status === 'failed' ? { message: 'no quota' } : null } },
  })
const approval = (id: number, threadId: string) =>
  line({
    id,
    method: 'item/commandExecution/requestApproval',
    params: {
      threadId,
      turnId: 't1',
      itemId: 'i1',
      startedAtMs: 5,
      reason: 'Writes outside the sandbox.',
      command: "/bin/bash -lc 'touch deployed.txt'",
      cwd: '/home/dev/acme',
      availableDecisions: [
        'accept',
        { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['touch', 'deployed.txt'] } },
        'cancel',
      ],
    },
  })

describe('the phase', () => {
  it('goes from starting over a turn to idle', () => {
    const fold = new WireFold(0, null)
    fold.wrote(asked, 0)
    expect(fold.phase()).toBe('starting')
    fold.hear(opened, 1)
    expect(fold.state()).toMatchObject({ run: ROOT, phase: 'idle', model: 'gpt-mock' })
    fold.hear(started(), 2)
    expect([fold.phase(), fold.turn(ROOT)]).toEqual(['working', 't1'])
    fold.hear(ended('failed'), 3)
    expect(fold.state()).toMatchObject({ phase: 'idle', since: 3, trouble: 'no quota' })
  })

  it('stays at work while an agent of it works or asks, though its own turn is over', () => {
    const fold = new WireFold(0, null)
    fold.wrote(asked, 0)
    fold.hear(opened, 1)
    fold.hear(started(), 2)
    fold.hear(started('t2', 'agent'), 2)
    fold.hear(ended(), 3)
    expect([fold.phase(), fold.threads(1).get(ROOT)?.activity, fold.openThreads()]).toEqual(['working', 'idle', ['agent']])
    fold.hear(approval(7, 'agent'), 4)
    fold.wrote(line({ id: 7, result: { decision: 'accept' } }), 5)
    expect([fold.phase(), fold.asks()]).toEqual(['working', []])
    fold.hear(ended('completed', 'agent'), 6)
    expect(fold.state()).toMatchObject({ phase: 'idle', since: 6 })
  })

  it('fails where the thread does not open', () => {
    const fold = new WireFold(0, null)
    fold.wrote(asked, 0)
    fold.hear(line({ id: 'a', error: { code: -32600, message: 'thread x already has an active writer' } }), 1)
    expect(fold.state()).toMatchObject({ phase: 'failed', trouble: 'thread x already has an active writer' })
  })
})

describe('a turn', () => {
  const wished = line({ id: 'b', method: 'turn/start', params: { threadId: ROOT } })
  const begun = line({ id: 'b', result: { turn: { id: 't1', status: 'inProgress' } } })
  const open = (): WireFold => {
    const fold = new WireFold(0, null)
    fold.wrote(asked, 0)
    fold.hear(opened, 1)
    return fold
  }

  it('counts from the wish on, so that nobody takes what has just begun for over', () => {
    const fold = open()
    fold.wrote(wished, 7)
    expect(fold.state()).toMatchObject({ phase: 'working', since: 7 })
    fold.hear(begun, 8)
    expect([fold.phase(), fold.turn(ROOT)]).toEqual(['working', 't1'])
    fold.hear(started(), 9)
    fold.hear(ended(), 10)
    expect([fold.phase(), fold.isAtWork()]).toEqual(['idle', false])
  })

  it('is over, though its beginning is answered later', () => {
    const fold = open()
    fold.wrote(wished, 2)
    for (const each of [started(), ended(), begun]) fold.hear(each, 3)
    expect([fold.phase(), fold.turn(ROOT)]).toEqual(['idle', null])
  })

  it('never was where the wish is refused, or did not get there', () => {
    const fold = open()
    fold.wrote(wished, 2)
    fold.hear(line({ id: 'b', error: { message: 'no such model' } }), 3)
    expect(fold.state()).toMatchObject({ phase: 'idle', trouble: 'no such model' })
    fold.wrote({ ...wished, id: '"c"' } as WireLine, 4)
    fold.unwrote('"c"')
    expect(fold.phase()).toBe('idle')
  })

  it('of an agent begins with its first item and ends with its rest, where an old release tells no more', () => {
    const fold = open()
    const child = '019a-child'
    fold.hear(
      line({ method: 'item/started', params: { threadId: child, turnId: 't9', item: { type: 'userMessage', id: 'u' } } }),
      2,
    )
    expect([fold.turn(child), fold.isAtWork()]).toEqual(['t9', true])
    fold.hear(line({ method: 'thread/status/changed', params: { threadId: child, status: { type: 'idle' } } }), 3)
    expect([fold.turn(child), fold.isAtWork()]).toEqual([null, false])
  })

  it('began when the server says it did, also for who hears of it later', () => {
    const fold = open()
    const params = { threadId: ROOT, turn: { id: 't1' } }
    fold.hear(line({ method: 'turn/started', params, emittedAtMs: 1234 }), 99_999)
    expect(fold.state().since).toBe(1234)
  })
})

describe('a message in mid-turn', () => {
  it('joins the turn that runs; where only agents are at work it begins one', () => {
    const fold = new WireFold(0, null)
    fold.wrote(asked, 0)
    for (const each of [opened, started(), started('t2', 'agent')]) fold.hear(each, 1)
    expect(fold.state()).toMatchObject({ phase: 'working', midTurn: 'joins' })
    fold.hear(ended(), 2)
    expect(fold.state()).toMatchObject({ phase: 'working', midTurn: 'begins' })
    fold.wrote(line({ id: 'b', method: 'turn/start', params: { threadId: ROOT } }), 3)
    expect(fold.state().midTurn).toBe('joins')
  })
})

describe('the mode', () => {
  const set = (id: string, mode: string) => {
    const wanted = permissionMode(mode)
    if (!wanted?.says) throw new Error(mode)
    const params = { threadId: ROOT, ...settingsOf(wanted.says, wanted.isPlan, 'gpt-mock') }
    return line({ id, method: 'thread/settings/update', params })
  }

  it.each(permissionModes.flatMap(({ id, says }) => (says === null ? [] : id)))('is the one that was set: %s', (mode) => {
    const fold = new WireFold(0, 'plan')
    fold.wrote(set('m', mode), 1)
    expect(fold.state().mode).toBe('plan')
    fold.hear(line({ id: 'm', result: {} }), 2)
    expect(fold.state().mode).toBe(mode)
  })

  it.each([
    [null, 'full'],
    ['configured', 'full'],
    ['plan', 'plan'],
  ])('where none was named it is the one that the server opens with: %s', (known, mode) => {
    const fold = new WireFold(0, known)
    fold.wrote(asked, 0)
    const result = { thread: { id: ROOT }, approvalPolicy: 'never', sandbox: { type: 'dangerFullAccess' } }
    fold.hear(line({ id: 'a', result }), 1)
    expect(fold.state().mode).toBe(mode)
  })

  it('stays where the server refuses', () => {
    const fold = new WireFold(0, 'plan')
    fold.wrote(set('m', 'full'), 1)
    fold.hear(line({ id: 'm', error: { message: 'not now' } }), 2)
    expect(fold.state().mode).toBe('plan')
  })
})

describe('approvals', () => {
  it('belong to the thread that asks, with every answer that is named and the one that lets it go on', () => {
    const fold = new WireFold(0, null)
    for (const each of [asked]) fold.wrote(each, 0)
    for (const each of [opened, started(), approval(0, '019a-child')]) fold.hear(each, 1)
    const [ask] = fold.asks()
    expect(ask).toMatchObject({ id: '0', agent: '019a-child', detail: "/bin/bash -lc 'touch deployed.txt'" })
    expect(ask?.options.map(({ id, effect }) => [id, effect])).toEqual([
      ['accept', 'once'],
      ['amend', 'always'],
      ['decline', 'deny'],
      ['cancel', 'halt'],
    ])
    expect(fold.threads(9).get('019a-child')).toMatchObject({ activity: 'waiting', waitingFor: 'permission', pid: 9 })
    const request = fold.request('0')
    if (!request) throw new Error('it is open')
    expect(resultOf(request, { kind: 'option', option: 'amend', message: null })).toEqual({
      ok: true,
      value: { decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['touch', 'deployed.txt'] } } },
    })
    expect(resultOf(request, { kind: 'option', option: 'acceptForSession', message: null }).ok).toBe(false)
    fold.hear(line({ method: 'serverRequest/resolved', params: { threadId: '019a-child', requestId: 0 } }), 2)
    expect(fold.asks()).toEqual([])
  })

  it('are withdrawn with their turn', () => {
    const fold = new WireFold(0, null)
    for (const each of [opened, approval(0, ROOT), approval(1, '019a-child')]) fold.hear(each, 1)
    fold.hear(ended('interrupted', '019a-child'), 2)
    expect(fold.asks().map(({ id }) => id)).toEqual(['0'])
  })

  it('show the patch that they speak of', () => {
    const fold = new WireFold(0, null)
    const changes = [{ path: 'src/a.ts', diff: '-old\n+new' }]
    fold.hear(opened, 1)
    fold.hear(line({ method: 'item/started', params: { threadId: ROOT, item: { id: 'f', type: 'fileChange', changes } } }), 1)
    const params = { threadId: ROOT, turnId: 't1', itemId: 'f', startedAtMs: 5 }
    fold.hear(line({ id: 3, method: 'item/fileChange/requestApproval', params }), 1)
    expect(fold.asks()[0]?.detail).toBe('src/a.ts\n-old\n+new')
  })

  it('show it also where it is told after them, and till then say that it is not known', () => {
    const fold = new WireFold(0, null)
    fold.hear(opened, 1)
    const params = { threadId: ROOT, turnId: 't1', itemId: 'f', startedAtMs: 5, grantRoot: '/srv' }
    fold.hear(line({ id: 3, method: 'item/fileChange/requestApproval', params }), 1)
    expect(fold.asks()[0]).toMatchObject({
      detail: expect.stringContaining('has not said'),
      fields: [{ name: 'grantRoot', value: '/srv' }],
    })
    const item = { id: 'f', type: 'fileChange', changes: [{ path: 'src/a.ts', diff: '+new' }] }
    fold.hear(line({ method: 'item/started', params: { threadId: ROOT, item } }), 2)
    expect(fold.asks()).toMatchObject([{ detail: 'src/a.ts\n+new', at: '1970-01-01T00:00:00.005Z' }])
  })

  it('show words of a command as words, and all that is not plain beside it', () => {
    const fold = new WireFold(0, null)
    fold.hear(opened, 1)
    const params = {
      conversationId: ROOT,
      callId: 'c',
      command: ['sh', '-c', 'rm a b'],
      cwd: '/x',
      networkAccess: { host: 'a.test' },
    }
    fold.hear(line({ id: 3, method: 'execCommandApproval', params }), 1)
    expect(fold.asks()[0]).toMatchObject({ detail: "sh -c 'rm a b'", fields: [{ name: 'networkAccess' }] })
  })
})

describe('a restart', () => {
  it('comes to the same state, whatever line of one side came before which of the other', () => {
    const heard = [opened, started(), approval(0, ROOT), approval(1, '019a-child'), ended('completed', '019a-other')]
    const written = [asked, line({ id: 0, result: { decision: 'accept' } }), line({ id: 'b', method: 'turn/start', params: {} })]
    const look = (fold: WireFold) => ({ ...fold.state(), since: 0, asks: fold.asks().map(({ id }) => id) })
    const later = new WireFold(0, null)
    for (const each of written) later.wrote(each, 0)
    for (const each of heard) later.hear(each, 0)
    for (const order of interleavings(heard.length, written.length)) {
      // An answer cannot come before its question.
      if (order[0] === false) continue
      const fold = new WireFold(0, null)
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
