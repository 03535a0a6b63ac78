import type { PortListeners } from './openPort'
import { webSocketPort } from './webSocketPort'

const firstWaitMs = 500
const longestWaitMs = 30_000
const retryEvent = 'understory-retry'

const endings: Readonly<Record<number, string>> = {
  1001: 'Understory was ended. Start it again to go on.',
  1013: 'This page fell too far behind and was cut off.',
}

const restarted = 'Understory was started again: open the new link.'

interface Surroundings {
  /** Where a person's "try now" is heard. */
  readonly retries: EventTarget
  /** Whether there is a server that does not let this page in any more. */
  readonly isRefused: () => Promise<boolean>
}

/**
 * One socket after another: each loss waits longer for the next attempt, an attempt that succeeds forgets it. A server that was
 * started again has a new key: then only a person can help.
 */
export function openSocketPorts(
  url: string,
  { onPort, onLost }: PortListeners,
  { retries, isRefused }: Surroundings,
): () => void {
  let waitMs = firstWaitMs
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  /** What the last server said when it ended: a better reason than that nobody answers now. */
  let ending: string | null = null

  function attempt(): void {
    const opened = new WebSocket(url)
    let wasOpen = false
    socket = opened
    opened.addEventListener('open', () => {
      wasOpen = true
      waitMs = firstWaitMs
      ending = null
      if (!isStopped) onPort(webSocketPort(opened))
    })
    opened.addEventListener('close', ({ code }) => {
      ending ??= endings[code] ?? null
      if (wasOpen) lose(ending ?? 'The connection to Understory was lost.')
      else
        void isRefused().then((refused) => (refused ? giveUp() : lose(ending ?? 'Understory does not answer at this address.')))
    })
  }

  function lose(reason: string): void {
    socket = null
    if (isStopped) return
    timer = setTimeout(again, waitMs)
    onLost(reason, Date.now() + waitMs)
    waitMs = Math.min(longestWaitMs, waitMs * 2)
  }

  function giveUp(): void {
    socket = null
    // The link may be opened in another tab: the door is then open for this one too, once it is asked.
    if (!isStopped) onLost(restarted, null)
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
