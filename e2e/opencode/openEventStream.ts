export interface ServerEvent {
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}

export interface EventStream {
  readonly events: readonly ServerEvent[]
  /** Resolves with the first event that passes, past ones included. */
  event(test: (event: ServerEvent) => boolean): Promise<ServerEvent>
  until(test: (events: readonly ServerEvent[]) => boolean): Promise<void>
  close(): void
}

function parseFrame(frame: string): ServerEvent {
  const lines = frame.split('\n').filter((line) => line.startsWith('data:'))
  return JSON.parse(lines.map((line) => line.slice(5).trim()).join('\n')) as ServerEvent
}

/** Subscribes to a server's events; resolves when it has said that it heard. */
export async function openEventStream(url: string): Promise<EventStream> {
  const stop = new AbortController()
  const events: ServerEvent[] = []
  const waiting = new Set<() => void>()
  const until = (test: (events: readonly ServerEvent[]) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!test(events)) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  const event = async (test: (event: ServerEvent) => boolean): Promise<ServerEvent> => {
    await until(() => events.some(test))
    const found = events.find(test)
    if (!found) throw new Error('an event has gone')
    return found
  }
  const response = await fetch(url, { signal: stop.signal })
  const body = response.body
  if (!response.ok || !body) throw new Error(`${url}: ${response.status}`)
  const read = async (): Promise<void> => {
    let rest = ''
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split('\n\n')
      rest = frames.pop() ?? ''
      events.push(...frames.filter((frame) => frame.trim() !== '').map(parseFrame))
      for (const look of [...waiting]) look()
    }
  }
  // The stream is cut when it is closed, or with the server: both are an end like any other.
  read().catch(() => undefined)
  await event(({ type }) => type === 'server.connected')
  return { events, event, until, close: () => stop.abort() }
}
