import type { ChannelState, LiveChannel, ThreadState } from '../../../core/liveChannel'
import type { Clock } from '../../clock'
import { type Awaited, waitForFirstWords } from '../../firstWords'
import { gatherPartials } from '../../gatherPartials'
import { type KeptConnection, keepConnected } from '../../keepConnected'
import { createListeners } from '../../listeners'
import { createPartialTexts, type PartialTexts } from '../../partialTexts'
import type { HeardConversations } from '../served/hearConversations'
import type { ServedTalks } from '../served/servedTalks'
import { hearServer, type ServerMemory } from './hearServer'
import type { NamedServer } from './nameServers'
import type { FoundServer } from './serverFinder'
import { createServerSessions, type ServerSessions } from './serverSessions'

export interface ServersSettings {
  /** Servers that the user named: tried for ever. */
  readonly named: readonly NamedServer[]
  /** Entries of the user's list that name no server, by their place in it. */
  readonly wrong?: readonly number[]
  /** The value of the header for a program of the product that is found, asked before each attempt; null: no password is known. */
  readonly authorizationOf: (server: FoundServer) => Promise<string | null>
  readonly find: () => readonly FoundServer[]
  /** False: it works with conversations that are not the ones shown here. Absent: all are ours. */
  readonly isOurs?: (server: FoundServer) => boolean
  /** Folders in which a server may be at work although it does not speak of them. */
  readonly atWork: (server: FoundServer | null) => readonly string[]
  /** Takes in what servers tell of conversations. Absent: nobody does. */
  readonly served?: ServedTalks
  readonly clock: Clock
}

interface Member {
  readonly name: string
  readonly isNamed: boolean
  sessions: ServerSessions
  readonly memory: ServerMemory & { found: FoundServer | null }
  readonly partials: PartialTexts
  readonly kept: KeptConnection
  /** It is spoken to without a password. */
  isOpen: boolean
  /** It has answered as a server of the product does. */
  isProved: boolean
  /** It was waited for, and has not said a word. */
  isSilent: boolean
  readonly words: Awaited
}

/** A program that began so short a time ago may only not be ready. */
const STARTS_WITHIN_MS = 30_000

/** Every server of the product that can be reached on this machine. Only listens: GET and nothing else. */
export function openServers(settings: ServersSettings): LiveChannel {
  const { named, wrong = [], find, isOurs = () => true, served, clock } = settings
  const began = clock.now()
  let isClosed = false
  const listeners = createListeners()
  const roster = openRoster((name, named) => startMember(settings, name, named, raise), listeners.raise)
  const partials = gatherPartials(() => roster.all().map((member) => member.partials))
  const raise = { onChange: listeners.raise, onPartial: partials.raise }
  const firstWords = waitForFirstWords(clock)
  for (const one of named) roster.add(one.url, one)
  return {
    threads: () => mergeThreads(roster.all().map(({ sessions, memory }) => sessions.threads(memory.found?.pid ?? null))),
    isExhaustive: false,
    channels() {
      const states = roster.all().filter(isShown).map(channelOf)
      return [...states.map((one) => served?.describe(one) ?? one), ...wrong.map((at) => wrongChannel(at, began))]
    },
    heardPids: () => heardPids(roster.all()),
    joinableAt: (thread) => roster.all().find((member) => isOpenTo(member, thread))?.name ?? null,
    retry(name) {
      for (const member of roster.all()) if (name === null || member.name === name) member.kept.retry()
    },
    async refresh() {
      // One that is opened now nobody would close.
      if (isClosed) return
      const namedUrls = new Set(named.map(({ url }) => url))
      const found = find().filter((one) => namedUrls.has(one.url) || isOurs(one))
      for (const one of found) roster.meet(one)
      const urls = new Set(found.map(({ url }) => url))
      for (const member of roster.all()) {
        if (member.isNamed || urls.has(member.name) || served?.isSource(member.name)) continue
        if (member.kept.standing().state !== 'connected' || !isOurs(member.memory.found ?? NOBODY)) roster.remove(member)
      }
      await firstWords(roster.all().map(({ words }) => words))
    },
    // A stranger on the usual port has nothing to say to us.
    silent: () =>
      roster
        .all()
        .filter((member) => member.isSilent && isShown(member))
        .map(({ name }) => name),
    onChange: listeners.add,
    ...partials.told,
    close() {
      isClosed = true
      roster.close()
      listeners.clear()
      partials.clear()
    },
  }
}

interface Roster {
  all(): Member[]
  add(name: string, named: NamedServer | null): void
  remove(member: Member): void
  meet(found: FoundServer): void
  close(): void
}

/** Who is connected to, or tried to be. */
function openRoster(start: (name: string, named: NamedServer | null) => Member, onChange: () => void): Roster {
  const members = new Map<string, Member>()
  /** Listeners that turned out to be something else. */
  const strangers = new Set<string>()
  const add = (name: string, named: NamedServer | null): void => {
    const member = start(name, named)
    members.set(name, member)
    void member.kept.settled.then(() => dismiss(member))
  }
  /** What was only a guess and did not prove to be a server leaves no trace. */
  const dismiss = (member: Member): void => {
    const kind = member.kept.ending()?.kind
    if (member.isNamed || member.isProved || (kind !== 'foreign' && kind !== 'unreachable')) return
    if (kind === 'foreign' && member.memory.found?.identity) strangers.add(member.memory.found.identity)
    remove(member)
  }
  const remove = (member: Member): void => {
    member.kept.close()
    if (members.get(member.name) === member) members.delete(member.name)
    onChange()
  }
  return {
    ...{ all: () => [...members.values()], add, remove },
    meet(found) {
      if (found.identity !== null && strangers.has(found.identity)) return
      const member = members.get(found.url)
      if (!member) add(found.url, null)
      else if (meetAgain(member.memory, found)) member.kept.retry()
    },
    close() {
      for (const member of members.values()) member.kept.close()
      members.clear()
    },
  }
}

function startMember(
  { clock, find, atWork, served, authorizationOf }: ServersSettings,
  name: string,
  named: NamedServer | null,
  { onChange, onPartial }: { readonly onChange: () => void; readonly onPartial: (thread: string) => void },
): Member {
  const memory: Member['memory'] = { directories: new Set(), unanswered: new Set(), beats: null, found: null }
  const partials = createPartialTexts(clock, onPartial)
  let conversations: HeardConversations | null = null
  let hasSpoken = false
  const kept = keepConnected(
    async (life) => {
      const found = find().find(({ url }) => url === name) ?? null
      meetAgain(memory, found)
      // A password goes to programs of the product only, not to whoever has taken their port since.
      const isProgram = found !== null && found.pid !== null
      const authorization = named ? named.authorization : isProgram ? await authorizationOf(found) : null
      const sessions = createServerSessions(clock, onChange)
      const told = { name, atWork: () => busyIn(sessions), onChange }
      conversations = served?.open(() => memory.found, told) ?? null
      const hearing = {
        url: name,
        authorization,
        memory,
        sessions,
        partials,
        conversations,
        atWork: () => atWork(memory.found),
        clock,
        isYoung: isYoung(memory.found, clock),
        onFirstWord: () => {
          hasSpoken = true
          member.isSilent = false
        },
        onChange: () => void (member.sessions === sessions && onChange()),
      }
      const onConnected = (version: string | null): void => {
        // Until now the sessions of the connection before were shown as held by somebody.
        member.sessions = sessions
        member.isProved = true
        member.isOpen = authorization === null
        life.onConnected(version)
      }
      const ending = await hearServer(hearing, { signal: life.signal, onConnected })
      partials.clear()
      if (ending.kind === 'lost') member.sessions.hold()
      else member.sessions.clear()
      return ending
    },
    clock,
    onChange,
  )
  const member: Member = {
    name,
    isNamed: named !== null,
    sessions: createServerSessions(clock, onChange),
    memory,
    partials,
    isOpen: false,
    isProved: false,
    isSilent: false,
    kept,
    words: {
      settled: kept.settled,
      hasSpoken: () => hasSpoken,
      onSilent: () => {
        // A terminal's own server opens its port seconds before it answers.
        member.isSilent = !isYoung(memory.found, clock)
        conversations?.giveUp()
      },
    },
  }
  return member
}

function isYoung(found: FoundServer | null, clock: Clock): boolean {
  return clock.now() - (found?.startedAt ?? 0) <= STARTS_WITHIN_MS
}

function busyIn(sessions: ServerSessions): string[] {
  return [...sessions.threads(null)].filter(([, { activity }]) => activity !== 'idle').map(([id]) => id)
}

/** True: there is another server now under the same address. */
function meetAgain(memory: Member['memory'], found: FoundServer | null): boolean {
  const isAnother = memory.found !== null && found !== null && found.identity !== memory.found.identity
  // Asked about the folders of the one before, the new one would start to serve them.
  if (isAnother) memory.directories.clear()
  if (found !== null) memory.found = found
  return isAnother
}

const NOBODY: FoundServer = { url: '', pid: null, startedAt: null, identity: null }

function wrongChannel(at: number, since: number): ChannelState {
  const name = `UNDERSTORY_OPENCODE_SERVERS, entry ${at}`
  return { name, state: 'down', version: null, since, retryAt: null, note: 'it is no URL of a server and is left out' }
}

function isShown({ isNamed, isProved, kept, memory: { found } }: Member): boolean {
  if (isNamed || isProved || (found !== null && found.pid !== null)) return true
  // Where the system tells who listens, this is some other program that asks for a password.
  return kept.standing().state === 'refused' && found?.identity === null
}

/** Whoever joins must need no password: it would stand in what is run. */
function isOpenTo({ isOpen, sessions, kept }: Member, thread: string): boolean {
  return isOpen && kept.standing().state === 'connected' && sessions.threads(null).has(thread)
}

function heardPids(members: readonly Member[]): ReadonlySet<number> {
  return new Set(members.filter(hasSaidAll).flatMap(({ memory: { found } }) => found?.pid ?? []))
}

function channelOf({ name, kept, memory: { beats } }: Member): ChannelState {
  return { name, ...kept.standing(), ...(beats && { beats }) }
}

function hasSaidAll({ kept, memory }: Member): boolean {
  return kept.standing().state === 'connected' && memory.unanswered.size === 0
}

/** Two servers may both have run a session: the one that works on it now says more. */
function mergeThreads(all: readonly ReadonlyMap<string, ThreadState>[]): ReadonlyMap<string, ThreadState> {
  const merged = new Map<string, ThreadState>()
  for (const threads of all) {
    for (const [id, state] of threads) {
      const other = merged.get(id)
      if (other === undefined || urgency(state.activity) > urgency(other.activity)) merged.set(id, state)
    }
  }
  return merged
}

function urgency(activity: ThreadState['activity']): number {
  switch (activity) {
    case 'waiting':
      return 4
    case 'retry':
      return 3
    case 'busy':
      return 2
    case null:
      return 1
    case 'idle':
      return 0
    default:
      return activity satisfies never
  }
}
