import { asObject, asText, type Json, parseJson } from '../../../core/readJson'
import type { Clock } from '../../clock'
import { createFrameReader } from '../server/frameReader'
import type { ServeDoor } from './ServeDoor'

export interface EventEars {
  /** The stream is open: what happened before it is to be asked for. */
  readonly onOpen: () => void
  readonly onEvent: (type: string, properties: Json) => void
  readonly onLost: () => void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** Hears the events of a server until it is closed, whatever breaks in between. Returns how to close. */
export function hearEvents(door: ServeDoor, clock: Clock, ears: EventEars): () => void {
  const aborter = new AbortController()
  void hearAlways(door, clock, ears, aborter.signal)
  return () => aborter.abort()
}

async function hearAlways(door: ServeDoor, clock: Clock, ears: EventEars, signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    try {
      const body = await door.events(signal)
      waitMs = FIRST_WAIT_MS
      await hearOnce(body, ears, signal)
    } catch {
      // Told below, like an end.
    }
    if (signal.aborted) return
    ears.onLost()
    await pause(clock, waitMs, signal)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

async function hearOnce(body: ReadableStream<Uint8Array>, ears: EventEars, signal: AbortSignal): Promise<void> {
  const frames = createFrameReader()
  for await (const bytes of body) {
    for (const frame of frames.push(bytes)) {
      if (signal.aborted) return
      const payload = asObject(asObject(parseJson(frame))?.['payload'])
      const type = asText(payload?.['type'])
      if (type === 'server.connected') ears.onOpen()
      else if (type !== null && type !== 'sync') ears.onEvent(type, asObject(payload?.['properties']) ?? {})
    }
  }
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(ms, resolve)
  const wake = (): void => {
    cancel()
    resolve()
  }
  signal.addEventListener('abort', wake, { once: true })
  return promise.finally(() => signal.removeEventListener('abort', wake))
}
