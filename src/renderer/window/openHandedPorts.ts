import { z } from 'zod'
import { messagePort } from './messagePort'
import type { PortListeners } from './openPort'

const Lost = z.object({
  kind: z.literal('understory-lost'),
  detail: z.object({ reason: z.string(), retryAtMs: z.number().nullable() }),
})
const retryEvent = 'understory-retry'

/** Ports that the app's main process hands over, one for every life of the engine. */
export function openHandedPorts({ onPort, onLost }: PortListeners): () => void {
  let current: MessagePort | null = null
  const ask = (word: 'understory-ready' | 'understory-retry'): void => window.postMessage(word, location.origin)

  function take(port: MessagePort): void {
    current?.close()
    current = port
    port.addEventListener('close', () => {
      // Main tells what it does about it; until then this much is known.
      if (current === port) onLost('The engine stopped.', null)
    })
    onPort(messagePort(port))
  }

  function hear(event: MessageEvent<unknown>): void {
    if (event.source !== window) return
    const [port] = event.ports
    if (event.data === 'understory-port' && port) return take(port)
    const lost = Lost.safeParse(event.data)
    if (lost.success) onLost(lost.data.detail.reason, lost.data.detail.retryAtMs)
  }

  const retry = (): void => ask('understory-retry')
  window.addEventListener('message', hear)
  window.addEventListener(retryEvent, retry)
  ask('understory-ready')
  return () => {
    window.removeEventListener('message', hear)
    window.removeEventListener(retryEvent, retry)
    const last = current
    current = null
    last?.close()
  }
}
