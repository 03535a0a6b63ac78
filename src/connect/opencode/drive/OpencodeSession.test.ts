import { expect, it } from 'vitest'
import type { HeldProcess } from '../../../core/drive/heldProcess'
import { fail, ok } from '../../../shared/result'
import { handTimers } from '../../../testing/handTimers'
import { systemClock } from '../../clock'
import { createListeners } from '../../listeners'
import type { EventEars } from './hearEvents'
import { OpencodeSession } from './OpencodeSession'
import { ServeDoor } from './ServeDoor'

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

it('when its server has ended nothing more is sent to that port, nor heard from it', async () => {
  const changes = createListeners()
  let isRunning = true
  let isHeard = true
  const held: Partial<HeldProcess> = { pid: 7, isRunning: () => isRunning, onChange: changes.add }
  const session = new OpencodeSession({
    held: held as HeldProcess,
    // Nobody listens there: a request would be told apart by its words.
    door: new ServeDoor('http://127.0.0.1:9', 'secret'),
    ...{ session: 'ses_a', run: 'ses_a', folder: '/work', agent: null, model: null, clock: systemClock },
    hub: {
      hear: () => () => {
        isHeard = false
      },
    },
  })
  expect(await session.send('go')).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('cannot be reached') },
  })
  isRunning = false
  changes.raise()
  expect(isHeard).toBe(false)
  expect(await session.send('go')).toMatchObject({ ok: false, failure: { message: 'Its server has ended.' } })
  expect(await session.interrupt()).toMatchObject({ ok: false, failure: { message: 'Its server has ended.' } })
  expect(session.threads().size).toBe(0)
  expect(session.hindrance('send')).toBe('its server has ended')
})

it('says its first words to the session that is named, or to the first that is made, and only once', async () => {
  for (const target of [{ to: 'ses_a' }, { copyOf: 'ses_o', since: 0 }]) {
    const posted: string[] = []
    let hear: EventEars | null = null
    const door = {
      get: async () => ok({}),
      post: async (path: string) => {
        posted.push(path)
        return ok(null)
      },
    }
    const held: Partial<HeldProcess> = { pid: 7, isRunning: () => true, onChange: () => () => undefined }
    const session = new OpencodeSession({
      ...{ held: held as HeldProcess, door: door as unknown as ServeDoor, session: null, run: null, folder: '/work' },
      ...{ agent: null, model: null, clock: systemClock, firstWords: { text: 'go on', ...target } },
      hub: {
        hear: (_, __, ears) => {
          hear = ears
          return () => undefined
        },
      },
    })
    const ears = hear as unknown as EventEars
    const made = (id: string, parentID?: string) =>
      ears.onEvent('session.created', { info: { id, ...(parentID ? { parentID } : {}) } })
    ears.onOpen()
    await settled()
    made('ses_child', 'ses_x')
    made('ses_b')
    made('ses_c')
    ears.onOpen()
    await settled()
    expect(posted).toEqual([`/session/${'to' in target ? target.to : 'ses_b'}/prompt_async`])
    expect(session.hindrance('send')).toContain('type there')
    session.close()
  }
})

it('shows what any session of its terminal asks', async () => {
  let hear: EventEars | null = null
  const held: Partial<HeldProcess> = { pid: 7, isRunning: () => true, onChange: () => () => undefined }
  const session = new OpencodeSession({
    ...{ held: held as HeldProcess, door: new ServeDoor('http://127.0.0.1:9', 'secret'), session: null, run: null },
    ...{ folder: '/work', agent: null, model: null, clock: systemClock },
    hub: {
      hear: (_, __, ears) => {
        hear = ears
        return () => undefined
      },
    },
  })
  const ears = hear as unknown as EventEars
  ears.onEvent('permission.asked', { id: 'per_1', sessionID: 'ses_deep', permission: 'bash', metadata: { command: 'touch x' } })
  expect(session.asks()).toMatchObject([{ id: 'per_1', agent: 'ses_deep', detail: 'touch x' }])
  expect(session.threads().get('ses_deep')).toMatchObject({ activity: 'waiting', waitingFor: 'permission' })
  ears.onEvent('permission.replied', { sessionID: 'ses_deep', requestID: 'per_1' })
  expect(session.asks()).toEqual([])
})

/** A session whose server answers what `told` holds, and nothing else. */
function answered(answers: Record<string, unknown>) {
  const clock = handTimers()
  const asked: string[] = []
  const changes = createListeners()
  const hearing: EventEars[] = []
  const server = { isRunning: true, told: answers }
  const held: Partial<HeldProcess> = { pid: 7, isRunning: () => server.isRunning, onChange: changes.add }
  const get = async (path: string) => {
    asked.push(path)
    return path in server.told ? ok(server.told[path]) : fail({ status: null, message: 'no answer in time' })
  }
  const session = new OpencodeSession({
    ...{
      held: held as HeldProcess,
      door: { get, url: '' } as unknown as ServeDoor,
      session: 'ses_a',
      run: 'ses_a',
      folder: '/work',
    },
    ...{ agent: null, model: null, clock },
    hub: {
      hear: (_, __, ears) => {
        hearing.push(ears)
        return () => undefined
      },
    },
  })
  const [ears] = hearing
  if (!ears) throw new Error('nothing is heard')
  const times = (path: string): number => asked.filter((one) => one === path).length
  const end = () => {
    server.isRunning = false
    changes.raise()
  }
  return { session, ears, clock, server, times, end }
}

const CHILDREN = '/session/ses_a/children'
const whole = { [CHILDREN]: [], '/session/status': {}, '/permission': [], '/question': [] }
const asks = [{ id: 'per_1', sessionID: 'ses_a', permission: 'bash', metadata: { command: 'touch x' } }]

it('a server that did not say what works is asked again, later each time, and no more once it has said all', async () => {
  const { session, ears, clock, server, times } = answered({ [CHILDREN]: [], '/permission': asks, '/question': [] })
  ears.onOpen()
  await settled()
  expect([session.state().phase, times('/session/status')]).toEqual(['starting', 1])
  clock.pass(1000)
  await settled()
  clock.pass(1999)
  await settled()
  expect(times('/session/status')).toBe(2)
  server.told = { ...whole, '/permission': asks }
  clock.pass(1)
  await settled()
  expect([session.state().phase, session.asks().map(({ id }) => id)]).toEqual(['working', ['per_1']])
  clock.pass(100_000)
  await settled()
  expect(times('/session/status')).toBe(3)
  session.close()
})

it('asks that were not told of at a new connection stay until they are; so does what only a family’s record tells', async () => {
  const { session, ears, clock, server, times } = answered({ ...whole, '/permission': asks })
  ears.onOpen()
  await settled()
  ears.onLost()
  server.told = { '/session/status': {} }
  ears.onOpen()
  await settled()
  expect(session.asks()).toHaveLength(1)
  server.told = { ...whole, [CHILDREN]: [{ id: 'ses_b' }], '/session/ses_b/children': [], '/permission': [] }
  server.told['/question'] = [{ id: 'que_1', sessionID: 'ses_b', questions: [{ question: 'Q?', header: 'Q', options: [] }] }]
  clock.pass(1000)
  await settled()
  expect(session.asks()).toMatchObject([{ id: 'que_1', agent: 'ses_b' }])
  expect(times('/permission')).toBe(3)
  session.close()
})

it('nothing is asked again once its stream is lost, its server has ended or it is closed', async () => {
  for (const over of ['lost', 'ended', 'closed'] as const) {
    const { session, ears, clock, times, end } = answered({})
    ears.onOpen()
    await settled()
    if (over === 'lost') ears.onLost()
    else if (over === 'ended') end()
    else session.close()
    clock.pass(100_000)
    await settled()
    expect([over, times('/session/status')]).toEqual([over, 1])
    session.close()
  }
})

it('an answer that comes after the stream was lost is not taken for what is now', async () => {
  const { session, ears } = answered({ ...whole, '/permission': asks })
  ears.onOpen()
  ears.onLost()
  await settled()
  expect([session.state().phase, session.asks()]).toEqual(['starting', []])
  session.close()
})

/** Steers `ses_a`, which has an agent and one below it; `refused`: how its server answers an abort. */
function steered(refused: Readonly<Record<string, number | null>> = {}) {
  const aborts: string[] = []
  const hearing: EventEars[] = []
  const post = async (path: string) => {
    const [, id = ''] = /^\/session\/(.*)\/abort$/.exec(path) ?? []
    aborts.push(id)
    return id in refused ? fail({ status: refused[id] ?? null, message: `${id} refused` }) : ok(true)
  }
  const held: Partial<HeldProcess> = { pid: 7, isRunning: () => true, onChange: () => () => undefined }
  const session = new OpencodeSession({
    ...{ held: held as HeldProcess, door: { post, url: '' } as unknown as ServeDoor, session: 'ses_a', run: 'ses_a' },
    ...{ folder: '/work', agent: null, model: null, clock: handTimers() },
    hub: {
      hear: (_, __, ears) => {
        hearing.push(ears)
        return () => undefined
      },
    },
  })
  const say = (type: string, properties: object) => hearing[0]?.onEvent(type, { ...properties })
  const work = (...ids: readonly string[]) => {
    for (const sessionID of ids) say('session.status', { sessionID, status: { type: 'busy' } })
  }
  say('session.created', { info: { id: 'ses_b', parentID: 'ses_a' } })
  say('session.created', { info: { id: 'ses_c', parentID: 'ses_b' } })
  return { session, aborts, work, say }
}

it('an interrupt reaches its own turn, and those of its agents where only they are at work', async () => {
  const own = steered()
  own.work('ses_a', 'ses_b')
  expect(await own.session.interrupt()).toEqual(ok(undefined))
  expect(own.aborts).toEqual(['ses_a'])
  const { session, aborts, work, say } = steered({ ses_c: 500 })
  work('ses_b')
  expect(await session.interrupt()).toEqual(ok(undefined))
  expect(aborts).toEqual(['ses_b'])
  // Of it nothing is known but that it asks.
  say('permission.asked', { id: 'per_1', sessionID: 'ses_c', permission: 'bash', metadata: { command: 'touch x' } })
  expect(await session.interrupt()).toEqual(fail({ message: 'ses_c refused' }))
  expect(aborts).toEqual(['ses_b', 'ses_b', 'ses_c'])
})

it('before its end all that works is stopped, itself before and after its agents; one that is gone needs no stop', async () => {
  const all = steered({ ses_b: 404 })
  all.work('ses_a', 'ses_b', 'ses_c')
  expect(await all.session.interrupt('all')).toEqual(ok(undefined))
  expect(all.aborts).toEqual(['ses_a', 'ses_b', 'ses_c', 'ses_a'])
  const idle = steered()
  expect(await idle.session.interrupt('all')).toEqual(ok(undefined))
  expect(idle.aborts).toEqual(['ses_a'])
})

it('what could not be stopped of it is said, and the rest is stopped all the same', async () => {
  const one = steered({ ses_c: 500 })
  one.work('ses_b', 'ses_c')
  expect(await one.session.interrupt('all')).toEqual(fail({ message: 'ses_c refused' }))
  expect(one.aborts).toEqual(['ses_a', 'ses_b', 'ses_c', 'ses_a'])
  const mute = steered({ ses_a: null, ses_b: null })
  mute.work('ses_b')
  expect(await mute.session.interrupt('all')).toEqual(fail({ message: 'ses_a refused' }))
  // Half a minute each.
  expect(mute.aborts).toEqual(['ses_a'])
})
