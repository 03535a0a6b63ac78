import type { ChannelState, LiveChannel, ThreadState } from '../../../core/liveChannel'
import type { Clock } from '../../clock'
import { waitForFirstWords } from '../../firstWords'
import { type KeptConnection, keepConnected } from '../../keepConnected'
import { createListeners } from '../../listeners'
import { hearServer, type ServerMemory } from './hearServer'
import type { NamedServer } from './nameServers'
import type { FoundServer } from './serverFinder'
import { createServerSessions, type ServerSessions } from './serverSessions'

export interface ServersSettings {
  /** Servers that the user named: tried for ever. */
  readonly named: readonly NamedServer[]
  /** Entries of the user's list that name no server, by their place in it. */
  readonly wrong?: readonly number[]
  /** The value of the header for servers that are found; null: no password is known. */
  readonly authorization: string | null
  readonly find: () => readonly FoundServer[]
  /** False: it works with conversations that are not the ones shown here. Absent: all are ours. */
  readonly isOurs?: (server: FoundServer) => boolean
  /** Folders in which a server may be at work although it does not speak of them. */
  readonly atWork: (server: FoundServer | null) => readonly string[]
  readonly clock: Clock
}

interface Member {
  readonly name: string
  readonly isNamed: boolean
  sessions: ServerSessions
  readonly memory: ServerMemory & { found: FoundServer | null }
  readonly kept: KeptConnection
  /** It has answered as a server of the product does. */
  isProved: boolean
}

/** Every server of the product that can be reached on this machine. Only listens: GET and nothing else. */
export function openServers(settings: ServersSettings): LiveChannel {
  const { named, wrong = [], find, isOurs = () => true, clock } = settings
  const began = clock.now()
  let isClosed = false
  const members = new Map<string, Member>()
  /** Listeners that turned out to be something else. */
  const strangers = new Set<string>()
  const listeners = createListeners()
  const firstWords = waitForFirstWords(clock)
  const add = (name: string, authorization: string | null, isNamed: boolean): void => {
    const member = startMember(settings, { name, authorization, isNamed }, listeners.raise)
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
    listeners.raise()
  }
  const meet = (found: FoundServer): void => {
    if (found.identity !== null && strangers.has(found.identity)) return
    const member = members.get(found.url)
    // A password goes to programs of the product only, not to whoever has taken the usual port.
    if (!member) add(found.url, found.pid === null ? null : settings.authorization, false)
    else if (meetAgain(member.memory, found)) member.kept.retry()
  }
  for (const { url, authorization } of named) add(url, authorization, true)
  return {
    threads: () => mergeThreads([...members.values()].map(({ sessions, memory }) => sessions.threads(memory.found?.pid ?? null))),
    isExhaustive: false,
    channels: () => [...[...members.values()].filter(isShown).map(channelOf), ...wrong.map((at) => wrongChannel(at, began))],
    heardPids() {
      const heard = [...members.values()].filter(({ kept }) => kept.standing().state === 'connected')
      return new Set(heard.flatMap(({ memory: { found } }) => found?.pid ?? []))
    },
    retry(name) {
      for (const member of members.values()) if (name === null || member.name === name) member.kept.retry()
    },
    async refresh() {
      // One that is opened now nobody would close.
      if (isClosed) return
      const namedUrls = new Set(named.map(({ url }) => url))
      const found = find().filter((one) => namedUrls.has(one.url) || isOurs(one))
      for (const one of found) meet(one)
      const urls = new Set(found.map(({ url }) => url))
      for (const member of [...members.values()]) {
        if (member.isNamed || urls.has(member.name)) continue
        if (member.kept.standing().state !== 'connected' || !isOurs(member.memory.found ?? NOBODY)) remove(member)
      }
      await firstWords([...members.values()].map(({ kept }) => kept))
    },
    onChange: listeners.add,
    close() {
      isClosed = true
      for (const member of members.values()) member.kept.close()
      members.clear()
      listeners.clear()
    },
  }
}

function startMember(
  { clock, find, atWork }: ServersSettings,
  { name, isNamed, authorization }: Pick<Member, 'name' | 'isNamed'> & { readonly authorization: string | null },
  onChange: () => void,
): Member {
  const memory: Member['memory'] = { directories: new Set(), found: null }
  const kept = keepConnected(
    async (life) => {
      meetAgain(memory, find().find(({ url }) => url === name) ?? null)
      const sessions = createServerSessions()
      const hearing = {
        url: name,
        authorization,
        memory,
        sessions,
        atWork: () => atWork(memory.found),
        clock,
        onChange: () => void (member.sessions === sessions && onChange()),
      }
      const onConnected = (version: string | null): void => {
        // Until now the sessions of the connection before were shown as held by somebody.
        member.sessions = sessions
        member.isProved = true
        life.onConnected(version)
      }
      const ending = await hearServer(hearing, { signal: life.signal, onConnected })
      if (ending.kind === 'lost') member.sessions.hold()
      else member.sessions.clear()
      return ending
    },
    clock,
    onChange,
  )
  const member: Member = { name, isNamed, sessions: createServerSessions(), memory, isProved: false, kept }
  return member
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

function channelOf({ name, kept }: Member): ChannelState {
  return { name, ...kept.standing() }
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
