import type { ThreadState } from '../../../core/liveChannel'
import type { Asked, Said, SessionStatus } from './readEvent'

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

interface KnownSession {
  readonly directory: string | null
  readonly status: SessionStatus
  readonly heardAt: number
}

interface KnownRequest {
  readonly directory: string | null
  readonly asked: Asked
  readonly heardAt: number
}

export function createServerSessions(): ServerSessions {
  const sessions = new Map<string, KnownSession>()
  const requests = new Map<string, KnownRequest>()
  const answered = new Map<string, number>()
  let heard = 0
  let isHeld = false
  const endRequests = (isEnded: (known: KnownRequest) => boolean): boolean => {
    const before = requests.size
    for (const [id, known] of requests) if (isEnded(known)) requests.delete(id)
    return requests.size < before
  }
  /** Every step says `busy` again. */
  const setStatus = (session: string, directory: string | null, status: SessionStatus): boolean => {
    const before = sessions.get(session)?.status
    sessions.set(session, { directory, status, heardAt: heard })
    return before?.state !== status.state || before.message !== status.message || before.retryAt !== status.retryAt
  }
  return {
    apply(said, directory) {
      heard += 1
      let hasEnded = false
      switch (said.kind) {
        case 'status':
          hasEnded = said.status.state === 'idle' && endRequests(({ asked }) => asked.session === said.session)
          return setStatus(said.session, directory, said.status) || hasEnded
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
          for (const [id, known] of sessions) {
            if (said.directory === null || known.directory === said.directory) sessions.delete(id)
          }
          endRequests((known) => said.directory === null || known.directory === said.directory)
          return true
        default:
          return said satisfies never
      }
    },
    moment: () => heard,
    answer(directory, { statuses, permissions, questions }, askedAt) {
      if (statuses !== null) answerStatuses(sessions, directory, statuses, askedAt)
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
    },
    clear() {
      sessions.clear()
      requests.clear()
      answered.clear()
      isHeld = false
    },
    threads: (pid) => threadsOf(sessions, requests, isHeld, pid),
  }
}

/** Idle sessions are absent in the answer; one that was busy before and was not heard of since has ended meanwhile. */
function answerStatuses(
  sessions: Map<string, KnownSession>,
  directory: string,
  statuses: ReadonlyMap<string, SessionStatus>,
  askedAt: number,
): void {
  for (const [id, known] of sessions) {
    if (known.directory !== directory || known.heardAt > askedAt || statuses.has(id)) continue
    sessions.set(id, { ...known, status: { state: 'idle', message: null, retryAt: null } })
  }
  for (const [id, status] of statuses) {
    if ((sessions.get(id)?.heardAt ?? -1) <= askedAt) sessions.set(id, { directory, status, heardAt: askedAt })
  }
}

function threadsOf(
  sessions: ReadonlyMap<string, KnownSession>,
  requests: ReadonlyMap<string, KnownRequest>,
  isHeld: boolean,
  pid: number | null,
): ReadonlyMap<string, ThreadState> {
  const threads = new Map<string, ThreadState>()
  for (const [id, { status }] of sessions) {
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
