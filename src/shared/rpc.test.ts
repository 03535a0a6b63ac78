import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type ClosablePort, memoryPorts } from '../testing/memoryPorts'
import { messagePorts } from '../testing/messagePorts'
import type { CancelSignal } from './cancel'
import { RpcError } from './fault'
import { type Contract, connect, expose, type Handlers, type RpcTrouble } from './rpc'

const toy = {
  calls: {
    double: { input: z.object({ n: z.number() }), output: z.object({ n: z.number() }) },
    hang: { input: z.object({}), output: z.object({}) },
  },
  feeds: { ticks: z.object({ at: z.number() }) },
} satisfies Contract

const open: ClosablePort[] = []
afterEach(() => {
  for (const port of open.splice(0)) port.close()
})

const handlers: Handlers<typeof toy> = {
  double: async ({ n }) => ({ n: n * 2 }),
  hang: () => new Promise(() => undefined),
}

function start(makePorts: () => [ClosablePort, ClosablePort], own: Partial<Handlers<typeof toy>> = {}) {
  const [engineEnd, pageEnd] = makePorts()
  open.push(engineEnd, pageEnd)
  const engineTroubles: RpcTrouble[] = []
  const pageTroubles: RpcTrouble[] = []
  const sent: unknown[] = []
  const watched = { ...engineEnd, send: (frame: unknown) => void (sent.push(frame) && engineEnd.send(frame)) }
  const server = expose(toy, { ...handlers, ...own }, watched, (trouble) => void engineTroubles.push(trouble))
  const client = connect(toy, pageEnd, (trouble) => void pageTroubles.push(trouble))
  return { server, client, engineEnd, pageEnd, engineTroubles, pageTroubles, sent }
}

async function faultOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof RpcError ? error.fault : error
}

const prototypeNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nonsense']

describe.each([
  ['memory', memoryPorts],
  ['MessagePort', messagePorts],
] as const)('rpc over %s', (_name, makePorts) => {
  it('answers calls and brings feed items, each in order', async () => {
    const { client, server } = start(makePorts)
    const seen: number[] = []
    const stop = client.on('ticks', ({ at }) => void seen.push(at))
    expect(server.push('ticks', { at: 1 })).toBe(true)
    server.push('ticks', { at: 2 })
    expect(await client.call('double', { n: 21 })).toEqual({ n: 42 })
    expect(seen).toEqual([1, 2])
    stop()
    server.push('ticks', { at: 3 })
    await client.call('double', { n: 1 })
    expect(seen).toEqual([1, 2])
  })

  it('answers many calls at once, each with its own answer', async () => {
    const { client } = start(makePorts)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => client.call('double', { n })))
    expect(answers.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, n) => n * 2))
  })

  it('refuses input that does not fit', async () => {
    const { client } = start(makePorts)
    expect(await faultOf(client.call('double', { n: 'x' } as never))).toMatchObject({ code: 'bad_input' })
  })

  it('brings the fault a handler throws on purpose', async () => {
    const fault = { code: 'no_data', message: 'nothing there' } as const
    const { client } = start(makePorts, { double: () => Promise.reject(new RpcError(fault)) })
    expect(await faultOf(client.call('double', { n: 1 }))).toEqual(fault)
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('ENOENT /home/dev/secret.jsonl'))],
    [
      'throws at once',
      () => {
        throw new TypeError('at /home/dev/secret.jsonl')
      },
    ],
  ])('keeps the text, stack and paths of an unexpected error at home when a handler %s', async (_how, double) => {
    const { client, sent, engineTroubles } = start(makePorts, { double: double as never })
    expect(await faultOf(client.call('double', { n: 1 }))).toMatchObject({ code: 'internal' })
    expect(JSON.stringify(sent)).not.toMatch(/secret|\/home|stack/)
    expect(engineTroubles).toMatchObject([{ kind: 'handler_failed', name: 'double' }])
  })

  it('never sends output that does not fit', async () => {
    const { client, sent, engineTroubles } = start(makePorts, { double: async () => ({ n: 'two' }) as never })
    expect(await faultOf(client.call('double', { n: 1 }))).toMatchObject({ code: 'bad_output' })
    expect(JSON.stringify(sent)).not.toContain('two')
    expect(engineTroubles).toMatchObject([{ kind: 'bad_output' }])
  })

  it('never sends fields the contract does not know', async () => {
    const { client } = start(makePorts, { double: async () => ({ n: 2, key: 'secret' }) })
    expect(await client.call('double', { n: 1 })).toEqual({ n: 2 })
  })

  it('never sends a feed item that does not fit', async () => {
    const { server, client, engineTroubles, sent } = start(makePorts)
    expect(server.push('ticks', { at: 'noon' } as never)).toBe(false)
    expect(server.push('toString' as never, {} as never)).toBe(false)
    await client.call('double', { n: 1 })
    expect(engineTroubles.map(({ kind }) => kind)).toEqual(['bad_item', 'bad_item'])
    expect(sent).toHaveLength(1)
  })

  it('reports a feed item that arrives broken and does not tell the listeners', async () => {
    const { client, engineEnd, pageTroubles } = start(makePorts)
    const listener = vi.fn()
    client.on('ticks', listener)
    engineEnd.send({ kind: 'item', name: 'ticks', item: { at: 'noon' } })
    engineEnd.send({ kind: 'item', name: '__proto__', item: {} })
    await client.call('double', { n: 1 })
    expect(listener).not.toHaveBeenCalled()
    expect(pageTroubles).toMatchObject([
      { kind: 'bad_item', name: 'ticks' },
      { kind: 'bad_item', name: '__proto__' },
    ])
  })

  it('reads every frame of a batch as if it had come alone', async () => {
    const { client, engineEnd, pageTroubles } = start(makePorts)
    const seen: number[] = []
    client.on('ticks', ({ at }) => void seen.push(at))
    const tick = (at: unknown) => ({ kind: 'item', name: 'ticks', item: { at } })
    engineEnd.send({ kind: 'batch', frames: [tick(1), tick('noon'), null, { kind: 'batch', frames: [tick(9)] }, tick(2)] })
    await client.call('double', { n: 1 })
    expect(seen).toEqual([1, 2])
    expect(pageTroubles.map(({ kind }) => kind)).toEqual(['bad_item', 'bad_frame', 'bad_frame'])
  })

  it('takes no batch from a client', async () => {
    const { client, pageEnd, engineTroubles } = start(makePorts)
    pageEnd.send({ kind: 'batch', frames: [] })
    await client.call('double', { n: 1 })
    expect(engineTroubles.map(({ kind }) => kind)).toEqual(['bad_frame'])
  })

  it('goes on after a listener that throws', async () => {
    const { client, server, pageTroubles } = start(makePorts)
    const second = vi.fn()
    client.on('ticks', () => {
      throw new Error('broken listener')
    })
    client.on('ticks', second)
    server.push('ticks', { at: 1 })
    await client.call('double', { n: 1 })
    expect(second).toHaveBeenCalledOnce()
    expect(pageTroubles).toMatchObject([{ kind: 'listener_failed', name: 'ticks' }])
  })

  it.each(prototypeNames)('refuses a call named %s at the server', async (name) => {
    const { pageEnd } = startRaw(makePorts)
    pageEnd.send({ kind: 'call', id: 7, name, input: {} })
    expect(await pageEnd.next()).toMatchObject({ kind: 'failed', id: 7, fault: { code: 'not_found' } })
  })

  it.each(prototypeNames)('refuses a call named %s at the client', async (name) => {
    const { client } = start(makePorts)
    expect(await faultOf(client.call(name as never, {} as never))).toMatchObject({ code: 'not_found' })
  })

  it('reports malformed frames at both ends and lives on', async () => {
    const { client, engineEnd, pageEnd, engineTroubles, pageTroubles } = start(makePorts)
    const strange = [null, 'x', 1, [], {}, { kind: 'call' }, { kind: 'call', id: 'x', name: 'double' }, { kind: '__proto__' }]
    for (const frame of strange) {
      pageEnd.send(frame)
      engineEnd.send(frame)
    }
    pageEnd.send({ kind: 'done', id: 0, output: {} })
    engineEnd.send({ kind: 'call', id: 0, name: 'double', input: {} })
    engineEnd.send({ kind: 'done', id: 99, output: {} })
    expect(await client.call('double', { n: 2 })).toEqual({ n: 4 })
    expect(engineTroubles.map(({ kind }) => kind)).toEqual(Array(strange.length + 1).fill('bad_frame'))
    expect(pageTroubles.map(({ kind }) => kind)).toEqual(Array(strange.length + 2).fill('bad_frame'))
  })

  it('fails pending calls when the port closes, and calls made after it', async () => {
    const { client, pageEnd } = start(makePorts)
    const pending = [faultOf(client.call('hang', {})), faultOf(client.call('hang', {}))]
    pageEnd.close()
    for (const fault of await Promise.all(pending)) expect(fault).toMatchObject({ code: 'disconnected' })
    expect(await faultOf(client.call('double', { n: 1 }))).toMatchObject({ code: 'disconnected' })
  })

  it('sends nothing from a handler that finishes after the close', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<CancelSignal>()
    const { server, client, engineEnd, sent } = start(makePorts, {
      double: async (_input, signal) => {
        begun.resolve(signal)
        await gate.promise
        return { n: 0 }
      },
    })
    const closed = new Promise<void>((resolve) => engineEnd.onClose(resolve))
    const fault = faultOf(client.call('double', { n: 1 }))
    const signal = await begun.promise
    engineEnd.close()
    await closed
    expect(signal.aborted).toBe(true)
    gate.resolve()
    expect(await fault).toMatchObject({ code: 'disconnected' })
    expect(server.push('ticks', { at: 1 })).toBe(false)
    expect(sent).toEqual([])
  })

  it('cancels: the caller hears it at once, the handler by its signal, and the late answer is dropped', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<CancelSignal>()
    const { client, sent, pageTroubles, engineTroubles } = start(makePorts, {
      hang: async (_input, signal) => {
        begun.resolve(signal)
        signal.addEventListener('abort', () => gate.resolve())
        await gate.promise
        return {}
      },
    })
    const controller = new AbortController()
    const fault = faultOf(client.call('hang', {}, controller.signal))
    await begun.promise
    controller.abort()
    expect(await fault).toMatchObject({ code: 'cancelled' })
    await gate.promise
    expect(await client.call('double', { n: 1 })).toEqual({ n: 2 })
    expect(sent).toMatchObject([{ kind: 'failed', fault: { code: 'cancelled' } }, { kind: 'done' }])
    expect([...pageTroubles, ...engineTroubles]).toEqual([])
  })

  it('does not start a call whose signal was already raised', async () => {
    const hang = vi.fn(async () => ({}))
    const { client } = start(makePorts, { hang })
    expect(await faultOf(client.call('hang', {}, AbortSignal.abort()))).toMatchObject({ code: 'cancelled' })
    await client.call('double', { n: 1 })
    expect(hang).not.toHaveBeenCalled()
  })

  it('refuses more calls at once than it can work on, cancelled ones among them, and serves again when some are done', async () => {
    const finish: (() => void)[] = []
    const hang = () => new Promise<Record<string, never>>((resolve) => finish.push(() => resolve({})))
    const { client } = start(makePorts, { hang })
    const cancel = new AbortController()
    const gone = Array.from({ length: 32 }, () => faultOf(client.call('hang', {}, cancel.signal)))
    const rest = Array.from({ length: 32 }, () => client.call('hang', {}))
    expect(await faultOf(client.call('double', { n: 1 }))).toMatchObject({ code: 'busy' })
    cancel.abort()
    for (const fault of await Promise.all(gone)) expect(fault).toMatchObject({ code: 'cancelled' })
    expect(await faultOf(client.call('double', { n: 1 }))).toMatchObject({ code: 'busy' })
    for (const done of finish) done()
    await Promise.all(rest)
    expect(await client.call('double', { n: 1 })).toEqual({ n: 2 })
  })

  it('does not let a second call take the id of a running one', async () => {
    const { pageEnd, troubles } = startRaw(makePorts)
    pageEnd.send({ kind: 'call', id: 1, name: 'hang', input: {} })
    pageEnd.send({ kind: 'call', id: 1, name: 'double', input: { n: 1 } })
    pageEnd.send({ kind: 'call', id: 2, name: 'double', input: { n: 1 } })
    expect(await pageEnd.next()).toMatchObject({ kind: 'done', id: 2 })
    expect(troubles).toMatchObject([{ kind: 'bad_frame' }])
  })
})

it('tells the caller when the wire cannot carry the input', async () => {
  const { client, pageTroubles } = start(messagePorts)
  expect(await faultOf(client.call('double', { n: () => 1 } as never))).toMatchObject({ code: 'bad_input' })
  expect(pageTroubles).toMatchObject([{ kind: 'send_failed' }])
})

/** The engine's end with a hand-made client, to send what no honest client would. */
function startRaw(makePorts: () => [ClosablePort, ClosablePort]) {
  const [engineEnd, pageEnd] = makePorts()
  open.push(engineEnd, pageEnd)
  const troubles: RpcTrouble[] = []
  expose(toy, handlers, engineEnd, (trouble) => void troubles.push(trouble))
  const first = new Promise<unknown>((resolve) => pageEnd.onFrame(resolve))
  return { pageEnd: { ...pageEnd, next: () => first }, troubles }
}
