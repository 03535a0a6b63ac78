import { z } from 'zod'
import { type Cancel, type CancelSignal, openCancel } from './cancel'
import { type Fault, RpcError } from './fault'
import { Batch, Frame } from './frame'
import type { Port } from './port'
import { quickCheck } from './quickCheck'

/** Schemas must read what they wrote (no transforms): an output is parsed before sending and again on arrival. */
export interface Contract {
  readonly calls: Readonly<Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>>
  readonly feeds: Readonly<Record<string, z.ZodType>>
}

type Calls<C extends Contract> = C['calls']
type Feeds<C extends Contract> = C['feeds']

export type Handlers<C extends Contract> = {
  readonly [K in keyof Calls<C>]: (
    input: z.output<Calls<C>[K]['input']>,
    signal: CancelSignal,
  ) => Promise<z.input<Calls<C>[K]['output']>>
}

export interface Server<C extends Contract> {
  /** False: not sent, because the port is closed or the item does not fit (then it is reported). */
  push<K extends keyof Feeds<C> & string>(name: K, item: z.input<Feeds<C>[K]>): boolean
}

export interface Client<C extends Contract> {
  call<K extends keyof Calls<C> & string>(
    name: K,
    input: z.input<Calls<C>[K]['input']>,
    signal?: CancelSignal,
  ): Promise<z.output<Calls<C>[K]['output']>>
  /** Returns how to stop listening. */
  on<K extends keyof Feeds<C> & string>(name: K, listener: (item: z.output<Feeds<C>[K]>) => void): () => void
}

/** What went wrong on this end. It never crosses, so it may hold the error itself. */
export type RpcTrouble =
  | { readonly kind: 'bad_frame'; readonly detail: string }
  | { readonly kind: 'bad_item'; readonly name: string; readonly detail: string }
  | { readonly kind: 'bad_output'; readonly name: string; readonly detail: string }
  | { readonly kind: 'handler_failed'; readonly name: string; readonly error: unknown }
  | { readonly kind: 'listener_failed'; readonly name: string; readonly error: unknown }
  | { readonly kind: 'send_failed'; readonly name: string; readonly error: unknown }

type OnFault = (trouble: RpcTrouble) => void

/** More than any page asks for at once: what comes on top is refused, so that a flood cannot fill the memory. */
const MOST_AT_WORK = 64

const busy: Fault = { code: 'busy', message: 'the engine still works on earlier questions: ask again in a moment' }

/** The engine's end. Demands a handler for every call of the contract. */
export function expose<C extends Contract>(contract: C, handlers: Handlers<C>, port: Port, onFault: OnFault): Server<C> {
  const running = new Map<number, Cancel>()
  /** Cancelled calls among them, for as long as their handlers still work. */
  let atWork = 0
  let isClosed = false

  function settle(id: number, cancel: Cancel, name: string, frame: Frame): void {
    // A cancelled or disconnected call has had its answer; a second one would be taken for a stranger's.
    if (running.get(id) !== cancel) return
    running.delete(id)
    try {
      port.send(frame)
    } catch (error) {
      onFault({ kind: 'send_failed', name, error })
      port.send({ kind: 'failed', id, fault: internal } satisfies Frame)
    }
  }

  async function run(id: number, name: string, input: unknown): Promise<void> {
    if (running.has(id)) return onFault({ kind: 'bad_frame', detail: `call ${id} is already running` })
    if (atWork >= MOST_AT_WORK) return port.send({ kind: 'failed', id, fault: busy } satisfies Frame)
    const cancel = openCancel()
    running.set(id, cancel)
    atWork++
    const answer = await answerCall(contract, handlers, { name, input, signal: cancel.signal }, onFault)
    atWork--
    settle(
      id,
      cancel,
      name,
      answer.ok ? { kind: 'done', id, output: answer.output } : { kind: 'failed', id, fault: answer.fault },
    )
  }

  function abandon(id: number): void {
    const cancel = running.get(id)
    // The answer and the wish to cancel may cross on the way: nothing left to do then.
    if (!cancel) return
    settle(id, cancel, 'cancel', { kind: 'failed', id, fault: { code: 'cancelled', message: 'the call was cancelled' } })
    cancel.raise()
  }

  port.onFrame((raw) => {
    if (isClosed) return
    const frame = readFrame(raw, onFault)
    if (frame?.kind === 'call') void run(frame.id, frame.name, frame.input)
    else if (frame?.kind === 'cancel') abandon(frame.id)
    else if (frame) onFault({ kind: 'bad_frame', detail: `a client does not send ${frame.kind}` })
  })
  port.onClose(() => {
    isClosed = true
    const left = [...running.values()]
    running.clear()
    for (const cancel of left) cancel.raise()
  })

  return { push: (name, item) => !isClosed && pushItem(contract, port, { name, item }, onFault) }
}

type Answer = { readonly ok: true; readonly output: unknown } | { readonly ok: false; readonly fault: Fault }

interface Asked {
  readonly name: string
  readonly input: unknown
  readonly signal: CancelSignal
}

const internal: Fault = { code: 'internal', message: 'the engine met an error of its own' }

async function answerCall(contract: Contract, handlers: Handlers<Contract>, asked: Asked, onFault: OnFault): Promise<Answer> {
  const { name, input, signal } = asked
  const spec = own(contract.calls, name)
  const handler = own(handlers, name)
  if (!spec || !handler) return { ok: false, fault: { code: 'not_found', message: 'there is no such call' } }
  const parsed = spec.input.safeParse(input)
  if (!parsed.success) return { ok: false, fault: { code: 'bad_input', message: z.prettifyError(parsed.error) } }
  try {
    const output = spec.output.safeParse(await handler(parsed.data, signal))
    if (output.success) return { ok: true, output: output.data }
    onFault({ kind: 'bad_output', name, detail: z.prettifyError(output.error) })
    return { ok: false, fault: { code: 'bad_output', message: `the answer to ${name} does not fit the contract` } }
  } catch (error) {
    if (error instanceof RpcError) return { ok: false, fault: error.fault }
    onFault({ kind: 'handler_failed', name, error })
    return { ok: false, fault: internal }
  }
}

function pushItem(contract: Contract, port: Port, pushed: { name: string; item: unknown }, onFault: OnFault): boolean {
  const { name } = pushed
  const parsed = parseItem(contract, name, pushed.item, onFault)
  if (!parsed) return false
  try {
    port.send({ kind: 'item', name, item: parsed.item } satisfies Frame)
    return true
  } catch (error) {
    onFault({ kind: 'send_failed', name, error })
    return false
  }
}

/** Resolving or rejecting takes it off the list. */
interface Pending {
  readonly name: string
  resolve(output: unknown): void
  reject(fault: Fault): void
}

const disconnected: Fault = { code: 'disconnected', message: 'the other side went away' }

/** The page's end. */
export function connect<C extends Contract>(contract: C, port: Port, onFault: OnFault): Client<C> {
  const pending = new Map<number, Pending>()
  const listeners = new Map<string, Set<(item: unknown) => void>>()
  let nextId = 0
  let isClosed = false

  function start(name: string, input: unknown, signal: CancelSignal | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const refusal = refuse(contract, name, isClosed, signal)
      if (refusal) return reject(new RpcError(refusal))
      const id = nextId++
      // The entry stays until its answer arrives, so that a late answer to a cancelled call is not taken for a stranger's.
      const cancel = () => {
        reject(new RpcError({ code: 'cancelled', message: 'the call was cancelled' }))
        port.send({ kind: 'cancel', id } satisfies Frame)
      }
      const settle = () => {
        signal?.removeEventListener('abort', cancel)
        pending.delete(id)
      }
      pending.set(id, {
        name,
        resolve: (output) => {
          settle()
          resolve(output)
        },
        reject: (fault) => {
          settle()
          reject(new RpcError(fault))
        },
      })
      signal?.addEventListener('abort', cancel)
      try {
        port.send({ kind: 'call', id, name, input } satisfies Frame)
      } catch (error) {
        onFault({ kind: 'send_failed', name, error })
        pending.get(id)?.reject({ code: 'bad_input', message: `the input of ${name} cannot be sent` })
      }
    })
  }

  port.onFrame((message) => {
    if (isClosed) return
    const batch = Batch.safeParse(message)
    for (const raw of batch.success ? batch.data.frames : [message]) {
      const frame = readFrame(raw, onFault)
      if (frame) receive(contract, frame, { pending, listeners, onFault })
    }
  })
  port.onClose(() => {
    isClosed = true
    for (const call of [...pending.values()]) call.reject(disconnected)
  })

  return {
    // What `start` resolves to was parsed with this call's own schema.
    call: (name, input, signal) => start(name, input, signal) as Promise<never>,
    on: (name, listener) => {
      const group = listeners.get(name) ?? new Set()
      // Only items parsed with this feed's own schema reach the group. A wrapper, so that one function may listen twice.
      const entry = (item: unknown) => listener(item as never)
      listeners.set(name, group.add(entry))
      return () => void group.delete(entry)
    },
  }
}

function refuse(contract: Contract, name: string, isClosed: boolean, signal: CancelSignal | undefined): Fault | undefined {
  if (!own(contract.calls, name)) return { code: 'not_found', message: 'there is no such call' }
  if (isClosed) return disconnected
  if (signal?.aborted) return { code: 'cancelled', message: 'the call was cancelled before it began' }
  return undefined
}

interface Receiver {
  readonly pending: ReadonlyMap<number, Pending>
  readonly listeners: ReadonlyMap<string, ReadonlySet<(item: unknown) => void>>
  readonly onFault: OnFault
}

function receive(contract: Contract, frame: Frame, { pending, listeners, onFault }: Receiver): void {
  switch (frame.kind) {
    case 'done':
    case 'failed': {
      const call = pending.get(frame.id)
      if (!call) return onFault({ kind: 'bad_frame', detail: `an answer to call ${frame.id}, which is not waiting` })
      if (frame.kind === 'failed') return call.reject(frame.fault)
      const output = own(contract.calls, call.name)?.output.safeParse(frame.output)
      if (output?.success) return call.resolve(output.data)
      if (output) onFault({ kind: 'bad_output', name: call.name, detail: z.prettifyError(output.error) })
      return call.reject({ code: 'bad_output', message: `the answer to ${call.name} does not fit the contract` })
    }
    case 'item': {
      const quick = quickCheck(own(contract.feeds, frame.name))
      const parsed = quick(frame.item) ? frame : parseItem(contract, frame.name, frame.item, onFault)
      if (parsed) tell(listeners.get(frame.name), frame.name, parsed.item, onFault)
      return
    }
    case 'call':
    case 'cancel':
      return onFault({ kind: 'bad_frame', detail: `a server does not send ${frame.kind}` })
    default:
      return frame satisfies never
  }
}

function tell(group: ReadonlySet<(item: unknown) => void> | undefined, name: string, item: unknown, onFault: OnFault): void {
  for (const listener of group ?? []) {
    try {
      listener(item)
    } catch (error) {
      onFault({ kind: 'listener_failed', name, error })
    }
  }
}

function parseItem(contract: Contract, name: string, item: unknown, onFault: OnFault): { readonly item: unknown } | undefined {
  const parsed = own(contract.feeds, name)?.safeParse(item)
  if (parsed?.success) return { item: parsed.data }
  onFault({ kind: 'bad_item', name, detail: parsed ? z.prettifyError(parsed.error) : 'there is no such feed' })
  return undefined
}

function readFrame(raw: unknown, onFault: OnFault): Frame | undefined {
  const frame = Frame.safeParse(raw)
  if (frame.success) return frame.data
  onFault({ kind: 'bad_frame', detail: z.prettifyError(frame.error) })
  return undefined
}

/** Own keys only: names come from the wire and must not reach Object.prototype. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
