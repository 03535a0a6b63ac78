import type { Clock } from '../../clock'
import type { SessionStatus } from './readEvent'

/** What each session of one server does, as far as it was heard. */
export interface SessionStatuses {
  /** True: it does something else now. */
  set(session: string, directory: string | null, status: SessionStatus, heardAt: number): boolean
  answer(directory: string, statuses: ReadonlyMap<string, SessionStatus>, askedAt: number): void
  delete(session: string): boolean
  /** Null: all folders. */
  dispose(directory: string | null): void
  /** Nothing more is heard: idle ones stay as they are. */
  hold(): void
  clear(): void
  shown(): ReadonlyMap<string, SessionStatus>
}

interface KnownSession {
  readonly directory: string | null
  readonly status: SessionStatus
  readonly heardAt: number
  /** It has been idle for a while: a server names those at work only, so whoever came now would not hear of it. */
  readonly isAtRest: boolean
}

/** Until the records show how the turn ended: let go before, it would look as if nobody had finished it. */
const STAYS_MS = 1000
const IDLE: SessionStatus = { state: 'idle', message: null, retryAt: null }

/** `onRest`: one that was shown as idle is shown no more. */
export function createSessionStatuses(clock: Clock, onRest: () => void): SessionStatuses {
  const sessions = new Map<string, KnownSession>()
  const stays = new Map<string, () => void>()
  const rest = (session: string): void => {
    stays.delete(session)
    const known = sessions.get(session)
    if (known?.status.state !== 'idle') return
    sessions.set(session, { ...known, isAtRest: true })
    onRest()
  }
  const put = (session: string, known: Omit<KnownSession, 'isAtRest'>): void => {
    const before = sessions.get(session)
    const isIdle = known.status.state === 'idle'
    const isSame = isIdle && before?.status.state === 'idle'
    sessions.set(session, { ...known, isAtRest: isSame && before.isAtRest })
    if (isSame) return
    stays.get(session)?.()
    stays.delete(session)
    if (isIdle)
      stays.set(
        session,
        clock.after(STAYS_MS, () => rest(session)),
      )
  }
  const endStays = (): void => {
    for (const cancel of stays.values()) cancel()
    stays.clear()
  }
  return {
    set(session, directory, status, heardAt) {
      const before = sessions.get(session)?.status
      put(session, { directory, status, heardAt })
      return before?.state !== status.state || before.message !== status.message || before.retryAt !== status.retryAt
    },
    answer(directory, statuses, askedAt) {
      // Idle sessions are absent; one that was busy before and was not heard of since has ended meanwhile.
      for (const [id, known] of [...sessions]) {
        if (known.directory === directory && known.heardAt <= askedAt && !statuses.has(id)) put(id, { ...known, status: IDLE })
      }
      for (const [id, status] of statuses) {
        if ((sessions.get(id)?.heardAt ?? -1) <= askedAt) put(id, { directory, status, heardAt: askedAt })
      }
    },
    delete: (session) => sessions.delete(session),
    dispose(directory) {
      for (const [id, known] of sessions) if (directory === null || known.directory === directory) sessions.delete(id)
    },
    hold: endStays,
    clear() {
      endStays()
      sessions.clear()
    },
    shown: () => new Map([...sessions].flatMap(([id, { status, isAtRest }]) => (isAtRest ? [] : [[id, status] as const]))),
  }
}
