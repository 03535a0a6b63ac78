import type { Port } from '../../shared/port'
import { openHandedPorts } from './openHandedPorts'
import { openSocketPorts } from './openSocketPorts'

/** A page outlives its ports: whoever listens gets a new one whenever there is one. */
export interface PortListeners {
  readonly onPort: (port: Port) => void
  /** `retryAtMs`: when the next attempt begins; null: somebody else sees to that, or nobody does. */
  readonly onLost: (reason: string, retryAtMs: number | null) => void
}

/** What a person who presses "try now" sends to the window. */
export const retryEvent = 'understory-retry'

/** The one place that knows which shell the page lives in. Returns how to stop. */
export function openPorts(listeners: PortListeners): () => void {
  if (!location.protocol.startsWith('http')) return openHandedPorts(listeners)
  const url = new URL('socket', location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''
  return openSocketPorts(url.href, listeners, { retries: window, isRefused })
}

/** Why a socket was refused is not told to a page; an ordinary request is. */
async function isRefused(): Promise<boolean> {
  const answer = await fetch(new URL('index.html', location.href), { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.status === 403
}
