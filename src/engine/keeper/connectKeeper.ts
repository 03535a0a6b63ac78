import { createConnection } from 'node:net'
import { type LineSocket, openLineSocket } from '../../keeper/lineSocket'
import { isProcStopped, procStart } from '../../keeper/procStart'
import { isOwnPlace } from '../../keeper/socketPlace'
import { type Answered, FromKeeper, KeeperFile, keeperProtocol, type ToKeeper } from '../../shared/keeperMessages'
import type { LaunchFault } from '../../shared/launchState'
import { fail, ok, type Result } from '../../shared/result'
import { readSmallFile } from '../readSmallFile'

type WithoutId<T> = T extends { readonly id: number } ? Omit<T, 'id'> : never
export type KeeperRequest = WithoutId<ToKeeper>
export type KeeperNews = Extract<FromKeeper, { kind: 'changed' | 'forgotten' | 'terminal' }>

export interface KeeperLink {
  readonly pid: number
  /** Answered with `keeper_unreachable` where the connection ends first. */
  ask(request: KeeperRequest): Promise<Result<Answered, LaunchFault>>
  /** Begins a following; null once the connection is gone. */
  askNumbered(request: KeeperRequest): { readonly id: number; readonly answer: Promise<Result<Answered, LaunchFault>> }
  tell(message: Extract<ToKeeper, { kind: 'taken' | 'unfollow' }>): void
  close(): void
}

export interface LinkEvents {
  onNews(news: KeeperNews): void
  /** It ended, died, or was never there. */
  onClose(link: KeeperLink): void
}

export const unreachable = (message: string): LaunchFault => ({ code: 'keeper_unreachable', system: null, message })

/** A busy machine takes a second; what takes longer is stopped, or hangs. */
const WELCOME_WITHIN_MS = 5000
const ANSWER_WITHIN_MS = 10_000
const SILENT = 'ETIMEDOUT'
export const START_WITHIN_MS = 20_000

/** It is there and says nothing. For a person: why cannot be told from here, only what helps. */
function silence(pid: number): LaunchFault {
  const message = `The keeper of what was launched (process ${pid}) does not answer. Is it stopped, "kill -CONT ${pid}" lets it go on; "kill -KILL ${pid}" gives it up, and what it holds sees the end of its input.`
  return { ...unreachable(message), system: SILENT }
}

export function isSilence({ system }: LaunchFault): boolean {
  return system === SILENT
}

/** Null: nobody keeps this home now. A failure: somebody does, and will not have us, or does not answer. */
export function connectKeeper(
  path: string,
  graceMs: number,
  events: LinkEvents,
): Promise<Result<KeeperLink | null, LaunchFault>> {
  const file = readKeeperFile(path)
  // A place that others may write to could be anybody's, and would be told the token.
  if (!file || !isOwnPlace(file.socket)) return Promise.resolve(ok(null))
  if (isSuspended(file)) return Promise.resolve(fail(silence(file.pid)))
  const met = Promise.withResolvers<Result<KeeperLink | null, LaunchFault>>()
  const late = setTimeout(() => {
    met.resolve(fail(silence(file.pid)))
    line.destroy()
  }, WELCOME_WITHIN_MS)
  const waiting: Waiting = new Map()
  let link: KeeperLink | null = null
  const socket = createConnection(file.socket)
  const line = openLineSocket(socket, {
    onMessage(raw) {
      const message = FromKeeper.safeParse(raw)
      if (message.success) hear(message.data)
    },
    onClose() {
      clearTimeout(late)
      met.resolve(ok(null))
      for (const settle of waiting.values()) settle(fail(unreachable('The keeper of what was launched is gone.')))
      waiting.clear()
      if (link) events.onClose(link)
    },
  })
  socket.once('connect', () => {
    line.send({ kind: 'hello', token: file.token, protocol: keeperProtocol, graceMs } satisfies ToKeeper)
  })
  return met.promise

  function hear(message: FromKeeper): void {
    switch (message.kind) {
      case 'welcome':
        clearTimeout(late)
        link = openLink(line, waiting, file as KeeperFile) // Without one nothing was connected.
        return met.resolve(ok(link))
      case 'refused':
        clearTimeout(late)
        return met.resolve(fail(unreachable(message.message)))
      case 'answer':
        return settle(message.id, ok(message.value))
      case 'fault':
        return settle(message.id, fail(message.fault))
      case 'changed':
      case 'forgotten':
      case 'terminal':
        return events.onNews(message)
      case 'bye':
        return line.destroy()
      default:
        return message satisfies never
    }
  }

  function settle(id: number, result: Result<Answered, LaunchFault>): void {
    waiting.get(id)?.(result)
    waiting.delete(id)
  }
}

type Waiting = Map<number, (result: Result<Answered, LaunchFault>) => void>

function openLink(line: LineSocket, waiting: Waiting, file: KeeperFile): KeeperLink {
  const { pid } = file
  let lastId = 0
  let isOpen = true
  const askNumbered: KeeperLink['askNumbered'] = (request) => {
    const id = ++lastId
    if (!isOpen) return { id, answer: Promise.resolve(fail(unreachable('The connection was closed.'))) }
    // Nothing is left waiting at one that is stopped: when it goes on nobody expects it any more. What is only watched may come later.
    if (request.kind !== 'follow' && isSuspended(file)) return { id, answer: Promise.resolve(fail(silence(pid))) }
    const answer = new Promise<Result<Answered, LaunchFault>>((resolve) => {
      const late = setTimeout(() => {
        waiting.delete(id)
        resolve(fail(silence(pid)))
      }, patienceWith(request))
      waiting.set(id, (result) => {
        clearTimeout(late)
        resolve(result)
      })
    })
    line.send({ ...request, id })
    return { id, answer }
  }
  return {
    pid,
    ask: (request) => askNumbered(request).answer,
    askNumbered,
    tell: (message) => line.send(message),
    close() {
      isOpen = false
      line.destroy()
    },
  }
}

function patienceWith(request: KeeperRequest): number {
  // The steps of the ladder, once for the process and once for what it has started.
  if (request.kind === 'stop' || request.kind === 'farewell') return request.stepMs * 6 + ANSWER_WITHIN_MS
  return request.kind === 'start' ? START_WITHIN_MS : ANSWER_WITHIN_MS
}

function isSuspended({ pid, procStart: began }: KeeperFile): boolean {
  return isProcStopped(pid) && (began === null || procStart(pid) === began)
}

export function readKeeperFile(path: string): KeeperFile | null {
  const read = readSmallFile(path, 64 * 1024)
  if (!read.ok) return null
  try {
    const parsed = KeeperFile.safeParse(JSON.parse(read.value.text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
