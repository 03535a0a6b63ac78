import type { Clock } from '../../clock'
import type { EventHub } from './eventHub'
import type { ServeDoor } from './ServeDoor'

const ASK_EVERY_MS = 150
/** A server that is asked in the moment in which it opens its port may never answer that one. */
const ANSWERS_WITHIN_MS = 3000

export interface Awaited {
  /** False: it will never listen. */
  isAwaited(): boolean
  /** Who listens there is who is meant: our password is for nobody else. */
  isThere(): boolean
  onListening(): void
}

/** Hears a server from its first moment on: what it does right after its start is told once. */
export function whenListening(hub: EventHub, { isAwaited, isThere, onListening }: Awaited): EventHub {
  return {
    hear(door, clock, ears) {
      let stop = (): void => undefined
      let isStopped = false
      const again = (): void => {
        stop = clock.after(ASK_EVERY_MS, () => void look())
      }
      const look = async (): Promise<void> => {
        if (isStopped || !isAwaited()) return
        if (!isThere()) return again()
        const isReady = await isHealthy(door, clock)
        if (isStopped) return
        if (!isReady) return again()
        onListening()
        stop = hub.hear(door, clock, ears)
      }
      void look()
      return () => {
        isStopped = true
        stop()
      }
    },
  }
}

async function isHealthy(door: ServeDoor, clock: Clock): Promise<boolean> {
  let cancel = (): void => undefined
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.after(ANSWERS_WITHIN_MS, () => resolve(false))
  })
  const answered = door.get('/global/health', null).then(({ ok }) => ok)
  const isThere = await Promise.race([answered, late])
  cancel()
  return isThere
}
