import type { DriveGround, Driver, Started } from '../../core/drive/driver'
import { type Launch, LaunchId } from '../../shared/drive/launch'
import type { RunUri } from '../../shared/ids'
import type { DeskKeeper, KeptProcess } from './deskKeeper'
import { type FirstWords, openFirstWords } from './firstWords'
import { type LaunchDraft, LaunchGround, type Serving } from './LaunchGround'
import { LiveLaunch } from './LiveLaunch'
import { type LaunchRecord, type LaunchShelf, openLaunchShelf } from './launchShelf'
import { type MeetingLock, meetingLock } from './meetingLock'
import { oldLaunches } from './oldLaunches'
import { type SharedProcesses, sharedProcesses } from './sharedProcesses'

export interface BookOptions {
  /** Absent: the one of the state folder. */
  readonly shelf?: LaunchShelf
  /** Absent: those of the state folder. */
  readonly words?: FirstWords
  readonly stateFolder: string
  readonly keeper: DeskKeeper
  readonly drivers: readonly Driver[]
  readonly labelOf: (provider: string) => string
  readonly groundOf: (provider: string) => Omit<DriveGround, 'hold' | 'shared' | 'remember'>
  readonly now: () => number
  /** What is started now goes on when this program is gone without a word. */
  readonly keeps: () => boolean
  readonly isTurnOpen: (run: RunUri) => boolean
  readonly onChange: () => void
  readonly onPartial: (provider: string, thread: string) => void
  readonly onNamed: (launch: LiveLaunch, run: RunUri) => void
}

/** Sessions that were started here, by this program or by another of ours that shares the state folder. */
export class LaunchBook {
  private readonly options: BookOptions
  private readonly shelf: LaunchShelf
  private readonly launches = new Map<Launch['id'], LiveLaunch>()
  private readonly named = new Set<Launch['id']>()
  private readonly entered = new Set<Launch['id']>()
  readonly shared: SharedProcesses
  readonly words: FirstWords
  private readonly lock: MeetingLock
  private isTakenUp = false
  private hasSettled = false
  private readonly settledAt: number
  private tidyAt: number
  /** Of the records as they were last read. */
  private readonly stamps = new Map<string, string>()
  /** Being started or taken up again by this program. */
  private readonly underWay = new Set<string>()
  private readonly sharing = new Map<string, Serving>()

  constructor(options: BookOptions) {
    this.options = options
    this.shelf = options.shelf ?? openLaunchShelf(options.stateFolder)
    this.lock = meetingLock(options.stateFolder)
    this.words = options.words ?? openFirstWords(options.stateFolder)
    this.tidyAt = options.now() + FIRST_TIDY_MS
    this.settledAt = options.now() + LONGEST_SETTLING_MS
    const records = (): LaunchRecord[] => this.shelf.ids().flatMap((id) => this.shelf.read(id) ?? [])
    this.shared = sharedProcesses({ keeper: options.keeper, now: options.now, lock: this.lock, records })
  }

  all(): readonly LiveLaunch[] {
    return [...this.launches.values()]
  }

  find(id: string): LiveLaunch | null {
    return this.launches.get(LaunchId.parse(id)) ?? null
  }

  /** The session of ours that runs there; null: there is none. */
  ownOf(run: string): LiveLaunch | null {
    for (const launch of this.launches.values()) if (launch.run === run && launch.isActive && !launch.isJoined) return launch
    return null
  }

  /** The outside of a driver; what it holds for a draft is noted before it runs. */
  ground(provider: string, draft: LaunchDraft | null): LaunchGround {
    return new LaunchGround(provider, draft, this.options, {
      put: (record) => this.shelf.put(record),
      drop: (id) => this.drop(id),
      begin: (id) => this.underWay.add(id),
      words: this.words,
      sharing: this.sharing,
    })
  }

  /** While a driver starts something. */
  meet<T>(start: () => Promise<T>): Promise<T> {
    return this.lock.meet(start)
  }

  /** Started by this very program, not by one before it or beside it. */
  isOfThisProgram({ id }: LiveLaunch): boolean {
    return this.entered.has(id)
  }

  async enter(ground: LaunchGround, started: Started): Promise<LiveLaunch> {
    const noted = { ...ground.recordOf(started.held), memo: started.memo, run: started.run ?? null }
    this.underWay.add(noted.id)
    const record = this.shelf.change(noted.id, noted) ?? noted
    // It had no note before, or another program took a slow start for one that came to nothing.
    if (record === noted) this.shelf.put(noted)
    if (record.isShared && record.process !== null && this.options.keeps()) await this.options.keeper.keep(record.process, true)
    this.words.drop(record.id)
    this.underWay.delete(record.id)
    this.entered.add(record.id)
    return this.take(record, started.held, started.session)
  }

  /** Looks for sessions that this program does not know yet: after a restart all, later those of other programs of ours. */
  async refresh(): Promise<void> {
    this.reread()
    const ids = new Set(this.shelf.ids())
    for (const [id, launch] of this.launches) if (!ids.has(id) && !this.underWay.has(id)) this.remove(id, launch)
    const strange = [...ids].filter((id) => !this.launches.has(LaunchId.parse(id)) && !this.underWay.has(id))
    if (strange.length === 0) {
      this.isTakenUp = true
      return
    }
    for (const id of strange) this.underWay.add(id)
    try {
      const kept = await this.options.keeper.list()
      await Promise.all(strange.map((id) => this.takeUp(id, kept)))
    } finally {
      for (const id of strange) this.underWay.delete(id)
    }
    this.isTakenUp = true
    this.options.onChange()
  }

  /** All that was here before this program is known, with what it had said; nobody waits for one that cannot be read. */
  get isSettled(): boolean {
    const isKnown = this.isTakenUp && this.all().every(({ held }) => held === null || held.isCaughtUp())
    this.hasSettled ||= isKnown || this.options.now() > this.settledAt
    return this.hasSettled
  }

  /** An ended one leaves the list, for every program of ours. */
  async forget(launch: LiveLaunch): Promise<void> {
    this.shelf.remove(launch.id)
    this.words.drop(launch.id)
    this.remove(launch.id, launch)
    const { process, isShared } = launch.record
    if (process !== null && !isShared) await this.options.keeper.forget(process)
  }

  /** What ended long ago leaves the list, and its output the disk. Looks seldom enough to be asked often. */
  async tidy(): Promise<void> {
    const now = this.options.now()
    if (now < this.tidyAt) return
    this.tidyAt = now + TIDY_MS
    const launches = this.all().map((launch) => ({ launch, endedAt: launch.record.ended?.at ?? null }))
    for (const { launch } of oldLaunches(launches, now)) await this.forget(launch)
    // Servers that served many, and starts that failed, are on no list.
    const noted = new Set(this.shelf.ids().map((id) => this.shelf.read(id)?.process))
    const rest = (await this.options.keeper.list()).filter(({ id, held }) => !noted.has(id) && !held.isRunning())
    const dated = rest.map((one) => ({ one, endedAt: one.held.exit()?.at ?? one.held.startedAt }))
    for (const { one } of oldLaunches(dated, now)) await this.options.keeper.forget(one.id)
  }

  close(): void {
    for (const launch of this.launches.values()) launch.close()
    this.launches.clear()
  }

  /** Nobody but its own program tells which session a person began in a terminal. */
  nameTerminals(heldBy: (pid: number) => readonly RunUri[]): void {
    for (const launch of this.all()) {
      const { record, held, isActive } = launch
      if (record.way !== 'terminal' || record.run !== null || !isActive || held === null) continue
      const [run] = heldBy(held.pid).filter((one) => one.startsWith(`${record.provider}://`) && this.ownOf(one) === null)
      if (run !== undefined) launch.change({ run: run.slice(`${record.provider}://`.length) })
    }
  }

  /** What other programs of ours have said of sessions that this one knows. */
  private reread(): void {
    for (const [id, launch] of this.launches) {
      const stamp = this.shelf.stampOf(id)
      if (stamp === this.stamps.get(id) || this.underWay.has(id)) continue
      this.stamps.set(id, stamp)
      const record = this.shelf.read(id)
      if (record === null || JSON.stringify(record) === JSON.stringify(launch.record)) continue
      // Found before its starter had said all: it is taken up anew.
      if (isSameProcess(record, launch.record)) launch.take(record)
      else this.remove(id, launch)
    }
  }

  private async takeUp(id: string, kept: readonly KeptProcess[]): Promise<void> {
    const record = this.shelf.read(id)
    if (!record) return
    const found = kept.find((one) => (record.process === null ? launchOf(one.memo) === id : one.id === record.process))
    // It was noted, and then nothing was started.
    if (!found && record.process === null) return this.forgetStale(record)
    // What is held was listed before its note was read: another program of ours may have started it in between.
    if (!found && record.ended === null && this.isFresh(record)) return
    const driver = this.options.drivers.find((one) => one.provider === record.provider) ?? null
    const held = found?.held ?? null
    const isOpen = held !== null && record.ended === null
    const session =
      isOpen && driver ? await driver.reopen(this.ground(record.provider, null), held, record.memo).catch(() => null) : null
    const known = found ? this.found(record, found) : this.lost(record)
    this.take(known, held, session)
    // It was to end with its turn, which whoever said so did not live to see.
    if (known.isStopped) await session?.end()
  }

  /** Nothing is left of it: noted, or it would have ended anew at every start of ours. */
  private lost(record: LaunchRecord): LaunchRecord {
    if (record.ended !== null) return record
    const ended = { code: null, signal: null, at: this.options.now() }
    return this.shelf.change(record.id, { ended }) ?? { ...record, ended, pausedAt: null }
  }

  /** Whoever started it may have been killed before it could say which process it is. */
  private found(record: LaunchRecord, { id, held: { pid } }: KeptProcess): LaunchRecord {
    if (record.process === id) return record
    return this.shelf.change(record.id, { process: id, pid }) ?? { ...record, process: id, pid }
  }

  /** Another program of ours may have noted it a moment ago. */
  private forgetStale(record: LaunchRecord): void {
    if (this.isFresh(record)) return
    this.words.drop(record.id)
    this.shelf.remove(record.id)
  }

  private isFresh({ started }: LaunchRecord): boolean {
    return Math.abs(this.options.now() - started) <= STARTS_WITHIN_MS
  }

  private take(record: LaunchRecord, held: Started['held'] | null, session: Started['session']): LiveLaunch {
    const { drivers, labelOf, now, isTurnOpen, onChange, onPartial } = this.options
    const launch: LiveLaunch = new LiveLaunch({
      record,
      driver: drivers.find((one) => one.provider === record.provider) ?? null,
      label: labelOf(record.provider),
      ...{ held, session, now, isTurnOpen },
      save: (change) => this.shelf.change(record.id, change),
      unheld: () => this.options.keeper.trouble(),
      onChange: () => {
        this.noteName(record.id)
        onChange()
      },
      onPartial: (thread) => onPartial(record.provider, thread),
    })
    this.launches.set(record.id, launch)
    this.noteName(record.id)
    onChange()
    return launch
  }

  private noteName(id: Launch['id']): void {
    const launch = this.launches.get(id)
    const run = launch?.run ?? null
    if (!launch || run === null || this.named.has(id)) return
    this.named.add(id)
    this.options.onNamed(launch, run)
  }

  private drop(id: string): void {
    this.underWay.delete(id)
    this.words.drop(id)
    this.shelf.remove(id)
  }

  private remove(id: Launch['id'], launch: LiveLaunch): void {
    launch.close()
    this.launches.delete(id)
    this.stamps.delete(id)
    this.options.onChange()
  }
}

const STARTS_WITHIN_MS = 60_000
/** Who only looks in for a moment tidies nothing. */
const LONGEST_SETTLING_MS = 10_000
const FIRST_TIDY_MS = 60_000
const TIDY_MS = 60 * 60_000

function isSameProcess(a: LaunchRecord, b: LaunchRecord): boolean {
  return a.process === b.process && JSON.stringify(a.memo) === JSON.stringify(b.memo)
}

function launchOf(memo: unknown): unknown {
  return typeof memo === 'object' && memo !== null && 'launch' in memo ? memo.launch : null
}
