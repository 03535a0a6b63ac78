import { type EngineClient, useClient } from '../store/client'
import { useSilence } from '../store/silence'

const tickMs = 1000
/** Ticks, not time: while a computer sleeps none pass, and an engine that slept too has not been silent. */
const restTicks = 5
const patienceTicks = 8

/** Asks the engine for a sign of life now and then, while somebody looks: a process that hangs does not close its connection. Returns how to stop. */
export function watchSilence(): () => void {
  let stop = (): void => undefined
  const unsubscribe = useClient.subscribe(({ connection }, before) => {
    if (connection === before.connection) return
    stop()
    stop = connection.kind === 'open' ? listenFor(connection.client) : () => undefined
  })
  return () => {
    unsubscribe()
    stop()
  }
}

function listenFor(client: Pick<EngineClient, 'call'>): () => void {
  let heardAt = Date.now()
  let ticks = 0
  let isAsking = false
  let isStopped = false

  const hear = (): void => {
    if (isStopped) return
    heardAt = Date.now()
    ticks = 0
    isAsking = false
    useSilence.setState({ since: null })
  }
  const tick = (): void => {
    if (document.hidden) return
    ticks += 1
    if (isAsking && ticks === patienceTicks) useSilence.setState({ since: heardAt })
    if (isAsking || ticks < restTicks) return
    isAsking = true
    ticks = 0
    // A refusal is an answer too.
    client.call('hello', {}).then(hear, hear)
  }
  const timer = setInterval(tick, tickMs)
  return () => {
    isStopped = true
    clearInterval(timer)
    useSilence.setState({ since: null })
  }
}
