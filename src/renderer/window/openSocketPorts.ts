import type { PortListeners } from './openPort'
import { webSocketPort } from './webSocketPort'

const firstWaitMs = 500
const longestWaitMs = 30_000
const retryEvent = 'understory-retry'

const endings: Readonly<Record<number, string>> = {
  1001: 'Understory was ended. Start it again to go on.',
  1013: 'This page fell too far behind and was cut off.',
}

/** One socket after another: each loss waits longer for the next attempt, an attempt that succeeds forgets it. */
export function openSocketPorts(url: string, { onPort, onLost }: PortListeners, retries: EventTarget): () => void {
  let waitMs = firstWaitMs
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function attempt(): void {
    const opened = new WebSocket(url)
    let wasOpen = false
    socket = opened
    opened.addEventListener('open', () => {
      wasOpen = true
      waitMs = firstWaitMs
      if (!isStopped) onPort(webSocketPort(opened))
    })
    opened.addEventListener('close', ({ code }) => {
      socket = null
      if (isStopped) return
      timer = setTimeout(again, waitMs)
      const unknown = wasOpen ? 'The connection to Understory was lost.' : 'Understory does not answer at this address.'
      onLost(endings[code] ?? unknown, Date.now() + waitMs)
      waitMs = Math.min(longestWaitMs, waitMs * 2)
    })
  }

  function again(): void {
    clearTimeout(timer)
    // While an attempt is under way, pressing "try now" must not begin a second one.
    if (socket === null && !isStopped) attempt()
  }

  retries.addEventListener(retryEvent, again)
  attempt()
  return () => {
    isStopped = true
    clearTimeout(timer)
    retries.removeEventListener(retryEvent, again)
    socket?.close()
  }
}
