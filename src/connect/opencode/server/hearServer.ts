import type { Clock } from '../../clock'
import type { Ending, Life } from '../../keepConnected'
import type { PartialTexts } from '../../partialTexts'
import type { HeardConversations } from '../served/hearConversations'
import { createFrameReader } from './frameReader'
import { readEvent, type Said, type ServerEvent } from './readEvent'
import { takeWritten } from './readWritten'
import { askFolder, askRoutes, askVersion, get, type Routes, type ServerLine } from './serverLine'
import type { ServerSessions } from './serverSessions'

/** What is remembered of a server from one connection to the next. */
export interface ServerMemory {
  /** Folders it serves, as it showed itself. */
  readonly directories: Set<string>
  /** Folders that it has been asked about and has not answered for. */
  readonly unanswered: Set<string>
  /** What it says only to say that it is there; null: it has not yet. */
  beats: { readonly count: number; readonly last: number } | null
}

export interface Hearing {
  /** `http://host:port`, without a password. */
  readonly url: string
  /** The value of the header; null: none is sent. */
  readonly authorization: string | null
  readonly memory: ServerMemory
  /** Fresh ones for every connection. */
  readonly sessions: ServerSessions
  readonly partials: PartialTexts
  /** Null: what it tells of conversations is read elsewhere. */
  readonly conversations: HeardConversations | null
  /** Folders in which it may be at work although it does not speak of them. */
  readonly atWork: () => readonly string[]
  readonly clock: Clock
  /** It has only just begun: what it is asked while it opens its port may never be answered, and is answered when asked once more. */
  readonly isYoung: boolean
  readonly onFirstWord: () => void
  readonly onChange: () => void
}

/** Releases beat every 10 or every 30 seconds; two and a half beats without a word are the end. */
const LONGEST_BEAT_MS = 30_000
const SHORTEST_BEAT_MS = 10_000
const BEAT = 'server.heartbeat'
const MISSED_BEATS = 2.5
const ANSWERS_WITHIN_MS = 10_000
const YOUNG_ANSWERS_WITHIN_MS = 2000

const ALL_ROUTES: Routes = { health: true, permission: true, question: true }

/** Listens to one server until it falls silent. First the stream, then the questions: nothing happens unseen in between. */
export async function hearServer(hearing: Hearing, life: Life): Promise<Ending> {
  const own = new AbortController()
  const signal = AbortSignal.any([life.signal, own.signal])
  const silence = watchSilence(hearing.clock, () => own.abort())
  const { url, authorization, memory, clock } = hearing
  const line: ServerLine = { url, authorization, clock, signal }
  try {
    silence.expect(hearing.isYoung ? YOUNG_ANSWERS_WITHIN_MS : ANSWERS_WITHIN_MS)
    const response = await get(line, '/global/event', 'text/event-stream', signal)
    const refused = judgeAnswer(response, authorization)
    if (refused !== null) {
      await response.body?.cancel()
      return refused
    }
    const talk = startTalk(hearing, life, line)
    const frames = createFrameReader()
    for await (const bytes of response.body!) {
      silence.heard()
      for (const frame of frames.push(bytes)) {
        const event = readEvent(frame)
        if (event === null) continue
        silence.beat(event)
        if (event.type === BEAT) memory.beats = { count: (memory.beats?.count ?? 0) + 1, last: clock.now() }
        if (!talk.hear(event)) return { kind: 'foreign', note: NOT_OURS }
        hearing.conversations?.hear(frame)
      }
    }
    return { kind: 'lost', note: 'it ended the connection' }
  } catch (error) {
    return silence.isOver() ? { kind: 'lost', note: 'it fell silent' } : judgeFailure(error)
  } finally {
    silence.close()
    own.abort()
    hearing.conversations?.end()
  }
}

const NOT_OURS = 'what answers there is not an OpenCode server'

interface Talk {
  /** False: this is not what a server of the product says. */
  hear(event: ServerEvent): boolean
}

function startTalk(hearing: Hearing, life: Life, line: ServerLine): Talk {
  const { memory, sessions, partials, conversations, atWork, onChange } = hearing
  let routes: Routes | null = null
  const asked = new Set<string>()
  const askAbout = async (directory: string, known: Routes): Promise<void> => {
    if (asked.has(directory)) return
    asked.add(directory)
    memory.directories.add(directory)
    const askedAt = sessions.moment()
    memory.unanswered.add(directory)
    const snapshot = await askFolder(line, directory, known)
    memory.unanswered.delete(directory)
    if (line.signal.aborted) return
    sessions.answer(directory, snapshot, askedAt)
    onChange()
  }
  const begin = async (isNumbered: boolean): Promise<void> => {
    const known = isNumbered ? ALL_ROUTES : await askRoutes(line)
    routes = known
    const directories = new Set([...memory.directories, ...atWork()])
    void conversations?.begin(line, directories, isNumbered)
    const [version] = await Promise.all([
      known.health ? askVersion(line) : null,
      ...[...directories].map((directory) => askAbout(directory, known)),
    ])
    if (!line.signal.aborted) life.onConnected(version)
  }
  let hasBegun = false
  return {
    hear(event) {
      if (!hasBegun) {
        if (event.type !== 'server.connected') return false
        hasBegun = true
        hearing.onFirstWord()
        void begin(event.isNumbered)
        return true
      }
      const { directory, said } = event
      if (said?.kind === 'disposed') forget(memory, asked, said.directory)
      // What it speaks of it serves, so asking about it starts nothing.
      else if (directory !== null) {
        memory.directories.add(directory)
        if (routes !== null) void askAbout(directory, routes)
        conversations?.meet(directory)
      }
      if (event.written !== null) takeWritten(partials, event.written)
      // Rare, and whose folder a text was of is not kept: what goes on elsewhere goes on as a text without its beginning.
      if (said?.kind === 'disposed') partials.clear()
      if (said !== null && isOver(said)) partials.endThread(said.session)
      if (said !== null && sessions.apply(said, directory)) onChange()
      return true
    },
  }
}

/** True: what the session was writing it writes no more; an attempt that failed begins again. */
function isOver(said: Said): said is Extract<Said, { kind: 'status' | 'deleted' }> {
  return said.kind === 'deleted' || (said.kind === 'status' && said.status.state !== 'busy')
}

function forget(memory: ServerMemory, asked: Set<string>, directory: string | null): void {
  for (const one of directory === null ? [...memory.directories] : [directory]) {
    memory.directories.delete(one)
    asked.delete(one)
  }
}

/** Null: this is an event stream. */
function judgeAnswer(response: Response, authorization: string | null): Ending | null {
  if (response.status === 401 || response.status === 403) {
    const note =
      authorization === null
        ? 'it asks for a password: OPENCODE_SERVER_PASSWORD, or in UNDERSTORY_OPENCODE_SERVERS'
        : 'it does not accept the password'
    return { kind: 'refused', note }
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (response.ok && isStream && response.body !== null) return null
  // A server that is busy starting may answer with an error of its own.
  return response.status >= 500
    ? { kind: 'lost', note: `it answers with status ${response.status}` }
    : { kind: 'foreign', note: NOT_OURS }
}

const NOBODY = new Set(['ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EADDRNOTAVAIL'])

function judgeFailure(error: unknown): Ending {
  const code = codeOf(error)
  if (code !== null && NOBODY.has(code)) return { kind: 'unreachable', note: 'nobody listens there' }
  return { kind: 'lost', note: code === null ? 'the connection broke' : `the connection broke (${code})` }
}

/** `fetch` hides the system's code in the cause of its error; over several addresses in the causes of the cause. */
function codeOf(error: unknown): string | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0])
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null
}

interface Silence {
  /** From now on at least one word within so much time. */
  expect(withinMs: number): void
  /** Learns from the first event and from every beat how often it beats. */
  beat(event: ServerEvent): void
  heard(): void
  isOver(): boolean
  close(): void
}

function watchSilence(clock: Clock, onOver: () => void): Silence {
  let withinMs: number | null = null
  let isOver = false
  let cancel = (): void => undefined
  const wait = (): void => {
    cancel()
    if (withinMs === null) return
    cancel = clock.after(withinMs, () => {
      isOver = true
      onOver()
    })
  }
  const expect = (next: number | null): void => {
    withinMs = next
    wait()
  }
  let beatAt = clock.now()
  return {
    expect,
    beat({ type, isNumbered }) {
      // Releases without numbers may not beat at all, and be silent for hours.
      if (type === 'server.connected') expect(isNumbered ? LONGEST_BEAT_MS * MISSED_BEATS : null)
      else if (type === BEAT) {
        const everyMs = Math.min(Math.max(clock.now() - beatAt, SHORTEST_BEAT_MS), LONGEST_BEAT_MS)
        expect(everyMs * MISSED_BEATS)
      } else return
      beatAt = clock.now()
    },
    heard: wait,
    isOver: () => isOver,
    close() {
      cancel()
    },
  }
}
