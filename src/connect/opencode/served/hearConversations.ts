import { asId, asObject } from '../../../core/readJson'
import { ask, type ServerLine } from '../server/serverLine'
import { type AskAgain, askAgain } from './askAgain'
import { mayTell, readTold, sessionAtFirstSight, type ToldEvent } from './readTold'
import type { ServedSession } from './ServedSession'
import type { ServedShelf } from './ServedShelf'
import { timeOf } from './timeOf'

/** One connection, as far as conversations go: what there was is asked for, what comes is heard. */
export interface HeardConversations {
  /** Asks for what there is. Settles when all of it has come. */
  begin(line: ServerLine, directories: ReadonlySet<string>, isNumbered: boolean): Promise<void>
  /** The server serves this folder. */
  meet(directory: string): void
  hear(frame: string): void
  /** Nobody waits for it any longer; what it says later is heard. */
  giveUp(): void
  end(): void
}

export interface ConversationHearing {
  /** The server's address. */
  readonly name: string
  readonly shelf: ServedShelf
  /** True: it works with a database of this machine, which says more; null: it has opened none yet. */
  readonly isLocal: () => boolean | null
  /** Sessions that the server has at work. */
  readonly atWork: () => readonly string[]
  /** Raised when what is set aside or left out may have changed. */
  readonly onChange: () => void
}

/** Of one folder; whoever has more sees the latest. */
const MOST_LISTED = 300
/** Conversations of servers are held in memory: older ones are left out beyond this. */
const MOST_BYTES = 192_000_000
const AT_ONCE = 6
/** Folders that a server names and may have closed: asked about them it opens them, so only the latest. */
const RECENT_MS = 86_400_000
const MOST_RECENT = 8

export function hearConversations(hearing: ConversationHearing): HeardConversations {
  return new ConnectedConversations(hearing)
}

/** A class because what was asked, what waits and what runs must agree with one another. */
class ConnectedConversations implements HeardConversations {
  readonly #hearing: ConversationHearing
  readonly #shelf: ServedShelf
  readonly #endTalk: () => void
  #line: ServerLine | null = null
  /** Its beginning, until it shows with which database it works: questions alone would make it open one. */
  #postponed: (() => void) | null = null
  #isMute = false
  /** Folders and sessions that this connection has been asked about. */
  readonly #folders = new Set<string>()
  readonly #fetched = new Set<string>()
  readonly #introduced = new Set<string>()
  readonly #waiting: ServedSession[] = []
  readonly #running = new Set<Promise<void>>()
  #again: AskAgain | null = null

  constructor(hearing: ConversationHearing) {
    this.#hearing = hearing
    this.#shelf = hearing.shelf
    this.#endTalk = hearing.shelf.beginTalk()
  }

  async begin(line: ServerLine, directories: ReadonlySet<string>, isNumbered: boolean): Promise<void> {
    const isLocal = this.#hearing.isLocal()
    this.#isMute = isLocal === true
    if (isLocal === null) this.#postponed = () => void this.#ask(line, directories, isNumbered)
    if (isLocal === false) await this.#ask(line, directories, isNumbered)
    this.#endTalk()
  }

  async #ask(line: ServerLine, directories: ReadonlySet<string>, isNumbered: boolean): Promise<void> {
    this.#line = line
    this.#again = askAgain(line.clock)
    // The folder it was started in, which any question opens.
    const own = isNumbered ? asId(asObject(await ask(line, '/path'))?.['directory']) : null
    if (own !== null) directories = new Set([own, ...directories])
    const lists = [...directories].map((one) => this.#listOnce(line, one))
    await Promise.all(own === null ? [this.#list(line, null), ...lists] : lists)
    if (isNumbered) await this.#listRecent(line)
    for (const id of [...this.#introduced]) await this.#introduce(line, id)
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  meet(directory: string): void {
    const begin = this.#postponed
    if (begin !== null) {
      this.#postponed = null
      this.#isMute = this.#hearing.isLocal() === true
      if (!this.#isMute) begin()
    }
    const line = this.#line
    if (line !== null) void this.#listOnce(line, directory)
  }

  hear(frame: string): void {
    if (this.#isMute || this.#postponed !== null || !mayTell(frame)) return
    const first = sessionAtFirstSight(frame)
    if (first !== null && this.#isElsewhere(first)) return
    const event = readTold(frame)
    if (event && !this.#isElsewhere(event.told.session)) this.#take(event)
  }

  giveUp(): void {
    this.#endTalk()
  }

  end(): void {
    this.#line = null
    this.#again?.close()
    for (const one of this.#waiting.splice(0)) this.#shelf.release(one)
    this.#endTalk()
  }

  #take({ told, directory }: ToldEvent): void {
    const { session } = told
    const isNew = told.kind === 'session' && told.isNew
    if (isNew) {
      // Nothing of it was missed.
      this.#shelf.meet(session, this.#hearing.name, directory ?? '').isWhole = true
      this.#fetched.add(session)
    }
    this.#shelf.hear(told, this.#hearing.name, directory)
    const one = this.#shelf.get(session)
    if (one === null || isNew) return
    if (one.info === null) {
      const isFirst = !this.#introduced.has(session)
      this.#introduced.add(session)
      if (isFirst && this.#line !== null) void this.#introduce(this.#line, session)
      else if (!isFirst) this.#guess(one)
      // Also of one that an earlier connection had the whole of: what was said in between may be missing, and no list may name it.
    } else if (this.#line !== null) this.#want(this.#line, one)
  }

  /** Asked once of each session that came without a word about itself. */
  async #introduce(line: ServerLine, id: string): Promise<void> {
    const one = this.#shelf.get(id)
    if (one === null || one.info !== null) return
    const askedAt = this.#shelf.moment()
    const info = asObject(await ask(line, `/session/${encodeURIComponent(id)}${folderQuery(one.directory)}`))
    if (line.signal.aborted) return
    if (asId(info?.['id']) === id) return this.#meetListed(line, info!, askedAt)
    this.#guess(one)
    this.#hearing.onChange()
  }

  /** Only where exactly one run is at work on this server in this folder, and began before. */
  #guess(one: ServedSession): void {
    if (one.info !== null || one.parent !== null) return
    const tops = new Set(this.#hearing.atWork().map((id) => this.#shelf.topOf(id)))
    tops.delete(one.id)
    // One that nobody has introduced may be here as well.
    const here = [...tops].filter((id) => {
      const top = this.#shelf.get(id)
      return !top?.info || top.directory === one.directory
    })
    const [top] = here
    const run = top === undefined || here.length > 1 ? null : this.#shelf.get(top)
    // Without a time it is not known to be younger: its first message will say.
    if (run === null || run.info === null || !(one.createdAt >= run.createdAt)) return
    const guess = 'the only run at work on its server and in its folder'
    this.#shelf.infer(one, { parent: run.id, guess, type: null, title: null, remembered: null })
  }

  async #listOnce(line: ServerLine, directory: string): Promise<void> {
    if (this.#folders.has(directory)) return
    this.#folders.add(directory)
    await this.#list(line, directory)
  }

  async #list(line: ServerLine, directory: string | null): Promise<void> {
    const askedAt = this.#shelf.moment()
    const limit = `limit=${MOST_LISTED}`
    const query = directory === null ? `?${limit}` : `${folderQuery(directory)}&${limit}`
    const answer = await ask(line, `/session${query}`)
    if (line.signal.aborted) return
    const name = `folder ${directory ?? ''}`
    if (!Array.isArray(answer)) return this.#again?.later(name, () => void this.#list(line, directory))
    this.#again?.answered(name)
    this.#shelf.elsewhere.look()
    const listed = new Set<string>()
    for (const value of answer) {
      const info = asObject(value)
      const id = asId(info?.['id'])
      if (info === null || id === null) continue
      listed.add(id)
      this.#meetListed(line, info, askedAt)
    }
    if (directory === null || answer.length >= MOST_LISTED) return
    this.#shelf.keepListed(this.#hearing.name, directory, listed, askedAt)
  }

  async #listRecent(line: ServerLine): Promise<void> {
    // A release that does not know a route may pass it on to the network.
    const paths = asObject(asObject(await ask(line, '/doc'))?.['paths'])
    if (line.signal.aborted || paths?.['/experimental/session'] === undefined) return
    const answer = await ask(line, '/experimental/session?roots=true&limit=100')
    if (line.signal.aborted || !Array.isArray(answer)) return
    const since = line.clock.now() - RECENT_MS
    const recent = answer.flatMap((value) => {
      const directory = asId(asObject(value)?.['directory'])
      const id = asId(asObject(value)?.['id'])
      const isRecent = timeOf(asObject(asObject(value)?.['time'])?.['updated']) >= since
      const isKnown = id === null || this.#shelf.elsewhere.has(id) || this.#fetched.has(id)
      return directory === null || !isRecent || isKnown ? [] : [directory]
    })
    const folders = [...new Set(recent)].slice(0, MOST_RECENT)
    await Promise.all(folders.map((one) => this.#listOnce(line, one)))
  }

  #meetListed(line: ServerLine, info: NonNullable<ReturnType<typeof asObject>>, askedAt: number): void {
    const id = asId(info['id'])
    if (id === null || this.#shelf.elsewhere.has(id)) return
    const one = this.#shelf.meet(id, this.#hearing.name, asId(info['directory']) ?? '')
    this.#shelf.introduce(one, info, askedAt)
    this.#want(line, one)
  }

  #want(line: ServerLine, one: ServedSession): void {
    if (this.#fetched.has(one.id)) return
    this.#fetched.add(one.id)
    one.isAwaited = true
    this.#waiting.push(one)
    if (this.#running.size >= AT_ONCE) return
    const job = this.#work(line).finally(() => this.#running.delete(job))
    this.#running.add(job)
  }

  /** It may never be heard of, and nobody would ask again. */
  #wantAgain(line: ServerLine, one: ServedSession): void {
    if (!line.signal.aborted && one.isUnanswered && this.#shelf.get(one.id) === one) this.#want(line, one)
  }

  async #work(line: ServerLine): Promise<void> {
    // A turn of the loop, so that a whole list is there before the latest of it is chosen.
    await Promise.resolve()
    while (this.#waiting.length > 0 && !line.signal.aborted) {
      let latest = 0
      for (const [at, { updatedAt }] of this.#waiting.entries())
        if (updatedAt > (this.#waiting[latest]?.updatedAt ?? 0)) latest = at
      const [one] = this.#waiting.splice(latest, 1)
      if (!one) continue
      if (one.isWhole || one.heardAt > 0 || this.#shelf.bytes < MOST_BYTES) await this.#fetch(line, one)
      // Left out for now: when something is heard of it, it is wanted again.
      if (!one.isWhole || one.isUnanswered) this.#fetched.delete(one.id)
      if (one.isUnanswered && !line.signal.aborted) this.#again?.later(one.id, () => this.#wantAgain(line, one))
      this.#shelf.release(one)
      this.#hearing.onChange()
    }
  }

  async #fetch(line: ServerLine, one: ServedSession): Promise<void> {
    const askedAt = this.#shelf.moment()
    const query = folderQuery(one.directory)
    const path = `/session/${encodeURIComponent(one.id)}`
    const [messages, children] = await Promise.all([
      ask(line, `${path}/message${query}`),
      // Those of one folder are in its list; a run may have some elsewhere.
      one.parent === null ? ask(line, `${path}/children${query}`) : null,
    ])
    if (line.signal.aborted || this.#shelf.get(one.id) !== one) return
    one.isUnanswered = !Array.isArray(messages)
    if (Array.isArray(messages)) {
      this.#shelf.answer(one.id, messages, askedAt)
      this.#again?.answered(one.id)
    }
    for (const child of Array.isArray(children) ? children : []) {
      const info = asObject(child)
      if (info !== null) this.#meetListed(line, info, askedAt)
    }
  }

  #isElsewhere(id: string): boolean {
    const { elsewhere } = this.#shelf
    if (this.#shelf.get(id) !== null) return false
    if (elsewhere.has(id)) return true
    elsewhere.look()
    return elsewhere.has(id)
  }
}

function folderQuery(directory: string): string {
  return directory === '' ? '?' : `?directory=${encodeURIComponent(directory)}`
}
