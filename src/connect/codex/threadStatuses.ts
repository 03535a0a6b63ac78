import type { ThreadState } from '../../core/liveChannel'
import { asId, asObject, type Json } from '../../core/readJson'
import { oneLine } from '../oneLine'

/** What the threads of one app-server do, as far as it has said so. */
export interface ThreadStatuses {
  /** A notification. True: what `threads` gives has changed. */
  notify(method: string, params: Json): boolean
  /** A request to a person. It is only remembered: whoever drives the thread answers it. */
  request(id: string | number, method: string, params: Json): boolean
  /** Taken before a question is put: what is heard after it is newer than the answer. */
  moment(): number
  /** The thread of an answer; null: it is loaded, and nobody said what it does. */
  answer(thread: string, status: unknown, askedAt: number): void
  threads(pidOf: (thread: string) => number | null): ReadonlyMap<string, ThreadState>
}

type Doing = Pick<ThreadState, 'activity' | 'waitingFor'>

interface Known {
  readonly doing: Doing
  readonly heardAt: number
}

interface Asked {
  readonly thread: string
  readonly text: string | null
}

export function createThreadStatuses(): ThreadStatuses {
  const threads = new Map<string, Known>()
  const gone = new Map<string, number>()
  const requests = new Map<string | number, Asked>()
  let heard = 0
  const set = (thread: string, doing: Doing | null, heardAt: number): void => {
    if (doing === null) {
      threads.delete(thread)
      gone.set(thread, heardAt)
    } else {
      threads.set(thread, { doing, heardAt })
    }
    if (doing?.activity === 'waiting') return
    for (const [id, asked] of requests) if (asked.thread === thread) requests.delete(id)
  }
  return {
    notify(method, params) {
      heard += 1
      const thread = asId(params['threadId'])
      switch (method) {
        case 'thread/status/changed':
          if (thread !== null) set(thread, readStatus(params['status']), heard)
          return thread !== null
        case 'thread/started': {
          const started = asObject(params['thread'])
          const id = asId(started?.['id'])
          if (id !== null) set(id, readStatus(started?.['status']), heard)
          return id !== null
        }
        case 'thread/closed':
          if (thread !== null) set(thread, null, heard)
          return thread !== null
        case 'serverRequest/resolved': {
          const id = params['requestId']
          return (typeof id === 'string' || typeof id === 'number') && requests.delete(id)
        }
        default:
          return false
      }
    },
    request(id, method, params) {
      heard += 1
      const thread = asId(params['threadId']) ?? asId(params['conversationId'])
      if (thread === null) return false
      requests.set(id, { thread, text: textOf(method, params) })
      return true
    },
    moment: () => heard,
    answer(thread, status, askedAt) {
      const latest = Math.max(threads.get(thread)?.heardAt ?? -1, gone.get(thread) ?? -1)
      if (latest <= askedAt) set(thread, readStatus(status), askedAt)
    },
    threads(pidOf) {
      const texts = new Map<string, string | null>()
      for (const { thread, text } of requests.values()) if (!texts.has(thread)) texts.set(thread, text)
      return new Map(
        [...threads].map(([thread, { doing }]) => {
          const message = doing.activity === 'waiting' ? (texts.get(thread) ?? null) : null
          return [thread, { ...doing, message, retryAt: null, pid: pidOf(thread) }]
        }),
      )
    },
  }
}

const HELD: Doing = { activity: null, waitingFor: null }

/** Null: the thread is not loaded. */
function readStatus(value: unknown): Doing | null {
  const status = asObject(value)
  switch (status?.['type']) {
    case 'notLoaded':
      return null
    case 'idle':
    // Its last turn failed; it waits for the next one.
    case 'systemError':
      return { activity: 'idle', waitingFor: null }
    case 'active': {
      const flags: readonly unknown[] = Array.isArray(status['activeFlags']) ? status['activeFlags'] : []
      if (flags.includes('waitingOnApproval')) return { activity: 'waiting', waitingFor: 'permission' }
      if (flags.includes('waitingOnUserInput')) return { activity: 'waiting', waitingFor: 'question' }
      return { activity: 'busy', waitingFor: null }
    }
    default:
      return HELD
  }
}

/** What is asked for, in one line. */
function textOf(method: string, params: Json): string | null {
  const questions: readonly unknown[] = Array.isArray(params['questions']) ? params['questions'] : []
  const subject =
    asId(params['command']) ?? asId(asObject(questions[0])?.['question']) ?? asId(params['message']) ?? asId(params['grantRoot'])
  const reason = asId(params['reason'])
  const parts = [subject ?? (method.includes('fileChange') ? 'change files' : null), reason].filter((part) => part !== null)
  return parts.length === 0 ? null : oneLine(parts.join(': '))
}
