import type { Clock } from '../../clock'
import { type EventEars, hearEvents } from './hearEvents'
import type { ServeDoor } from './ServeDoor'

/** One stream of a server's events for all sessions that it serves. */
export interface EventHub {
  /** Returns how to stop; with the last one the stream ends. */
  hear(door: ServeDoor, clock: Clock, ears: EventEars): () => void
}

interface Stream {
  readonly all: Set<EventEars>
  isOpen: boolean
  close(): void
}

export function eventHub(open: typeof hearEvents = hearEvents): EventHub {
  const streams = new Map<string, Stream>()
  const begin = (door: ServeDoor, clock: Clock): Stream => {
    const all = new Set<EventEars>()
    const stream: Stream = { all, isOpen: false, close: () => undefined }
    const each = (say: (ears: EventEars) => void): void => {
      for (const ears of [...all]) if (all.has(ears)) say(ears)
    }
    streams.set(door.url, stream)
    stream.close = open(door, clock, {
      onOpen: () => {
        stream.isOpen = true
        each((ears) => ears.onOpen())
      },
      onEvent: (type, properties) => each((ears) => ears.onEvent(type, properties)),
      onLost: () => {
        stream.isOpen = false
        each((ears) => ears.onLost())
      },
    })
    return stream
  }
  return {
    hear(door, clock, ears) {
      const stream = streams.get(door.url) ?? begin(door, clock)
      stream.all.add(ears)
      // Not before the caller has what is returned here.
      if (stream.isOpen) queueMicrotask(() => void (stream.isOpen && stream.all.has(ears) && ears.onOpen()))
      return () => {
        stream.all.delete(ears)
        if (stream.all.size > 0 || streams.get(door.url) !== stream) return
        streams.delete(door.url)
        stream.close()
      }
    },
  }
}
