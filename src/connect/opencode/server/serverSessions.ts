import type { ThreadState } from '../../../core/liveChannel'
import type { Clock } from '../../clock'
import type { Asked, Said, SessionStatus } from './readEvent'
import { createSessionStatuses } from './sessionStatuses'

/** What one server answers about one of its folders. Null: it did not answer that. */
export interface FolderSnapshot {
  readonly statuses: ReadonlyMap<string, SessionStatus> | null
  readonly permissions: readonly Asked[] | null
  readonly questions: readonly Asked[] | null
}

/** The sessions that one server runs, as far as it has said so itself. */
export interface ServerSessions {
  /** True: what `threads` gives has changed. */
  apply(said: Said, directory: string | null): boolean
  /** Taken before a question is put: what is heard after it is newer than the answer. */
  moment(): number
  answer(directory: string, snapshot: FolderSnapshot, askedAt: number): void
  /** The line is cut: what was at work is still held by it, and nobody knows what it does. */
  hold(): void
  clear(): void
  threads(pid: number | null): ReadonlyMap<string, ThreadState>
}

interface KnownRequest {
  readonly directory: string | null
  readonly asked: Asked
  readonly heardAt: number
}

/** `onRest`: what `threads` gives has changed although nothing was heard. */
export function createServerSessions(clock: Clock, onRest: () => void): ServerSessions {
  const sessions = createSessionStatuses(clock, onRest)
  const requests = new Map<string, KnownRequest>()
  const answered = new Map<string, number>()
  let heard = 0
  let isHeld = false
  const endRequests = (isEnded: (known: KnownRequest) => boolean): boolean => {
    const before = requests.size
    for (const [id, known] of requests) if (isEnded(known)) requests.delete(id)
    return requests.size < before
  }
  return {
    apply(said, directory) {
      heard += 1
      let hasEnded = false
      switch (said.kind) {
        case 'status':
          hasEnded = said.status.state === 'idle' && endRequests(({ asked }) => asked.session === said.session)
          // Every step says `busy` again.
          return sessions.set(said.session, directory, said.status, heard) || hasEnded
        case 'asked':
          requests.set(said.request.id, { directory, asked: said.request, heardAt: heard })
          return true
        case 'answered':
          answered.set(said.request, heard)
          return requests.delete(said.request)
        case 'deleted':
          endRequests(({ asked }) => asked.session === said.session)
          return sessions.delete(said.session)
        case 'disposed':
          sessions.dispose(said.directory)
          endRequests((known) => said.directory === null || known.directory === said.directory)
          return true
        default:
          return said satisfies never
      }
    },
    moment: () => heard,
    answer(directory, { statuses, permissions, questions }, askedAt) {
      if (statuses !== null) sessions.answer(directory, statuses, askedAt)
      for (const [what, list] of [
        ['permission', permissions],
        ['question', questions],
      ] as const) {
        if (list === null) continue
        endRequests((known) => known.directory === directory && known.asked.what === what && known.heardAt <= askedAt)
        for (const asked of list) {
          if ((answered.get(asked.id) ?? -1) <= askedAt) requests.set(asked.id, { directory, asked, heardAt: askedAt })
        }
      }
    },
    hold() {
      isHeld = true
      sessions.hold()
    },
    clear() {
      sessions.clear()
      requests.clear()
      answered.clear()
      isHeld = false
    },
    threads: (pid) => threadsOf(sessions.shown(), requests, isHeld, pid),
  }
}

function threadsOf(
  sessions: ReadonlyMap<string, SessionStatus>,
  requests: ReadonlyMap<string, KnownRequest>,
  isHeld: boolean,
  pid: number | null,
): ReadonlyMap<string, ThreadState> {
  const threads = new Map<string, ThreadState>()
  for (const [id, status] of sessions) {
    if (!isHeld)
      threads.set(id, { activity: status.state, waitingFor: null, message: status.message, retryAt: status.retryAt, pid })
    else if (status.state !== 'idle') threads.set(id, heldBy(pid))
  }
  for (const { asked } of requests.values()) {
    if (isHeld) threads.set(asked.session, heldBy(pid))
    // The one that was asked first is the one that is shown.
    else if (threads.get(asked.session)?.activity !== 'waiting') {
      threads.set(asked.session, { activity: 'waiting', waitingFor: asked.what, message: asked.text, retryAt: null, pid })
    }
  }
  return threads
}

function heldBy(pid: number | null): ThreadState {
  return { activity: null, waitingFor: null, message: null, retryAt: null, pid }
}
