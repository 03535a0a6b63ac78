import { contract, type Notice } from '../../shared/contract'
import type { RunUri } from '../../shared/ids'
import type { Port } from '../../shared/port'
import { expose, type RpcTrouble, type Server } from '../../shared/rpc'
import { DraftTexts } from '../drive/DraftTexts'
import type { Target } from '../engine'
import type { Timers } from '../every'
import { ForestLane } from './forestLane'
import { PageTerminals } from './PageTerminals'
import { packingPort } from './packingPort'
import { pageCalls } from './pageCalls'
import type { HostDoor, ShellWishes } from './pageHost'
import { type Lane, openPump, type Pump } from './pump'
import type { BoardChange } from './runBoard'
import { RunsLane } from './runsLane'
import { refusals } from './soundOnes'
import type { Stage } from './stage'
import { TranscriptLane, type TranscriptWish } from './transcriptLane'

interface Followed<L extends Lane = ForestLane> {
  readonly lane: L
  stop(): void
}

/** Said before the page listens. */
const EARLY = 50

export interface PageOptions {
  readonly host: HostDoor
  readonly port: Port
  readonly wishes: ShellWishes
  readonly onTrouble: (trouble: RpcTrouble) => void
  readonly timers: Timers
}

/** One page: what it looks at, and what of that it has been sent. */
export class Page {
  readonly server: Server<typeof contract>
  readonly drafts = new DraftTexts()
  readonly terminals: PageTerminals
  readonly #host: HostDoor
  readonly #timers: Timers
  readonly #pump: Pump
  #runs: RunsLane | null = null
  /** Runs the page wants to see; the token tells one wish from the next. */
  readonly #wanted = new Map<RunUri, symbol>()
  readonly #followed = new Map<RunUri, Followed>()
  /** The transcript that the page shows. */
  #transcript: Followed<TranscriptLane> | null = null
  #transcriptWish: TranscriptWish | null = null
  readonly #early: (() => void)[] = []
  #isGreeted = false
  #isClosed = false

  constructor({ host, port, wishes, onTrouble, timers }: PageOptions) {
    this.#host = host
    this.#timers = timers
    const onUnsent = (error: unknown): void => onTrouble({ kind: 'send_failed', name: 'batch', error })
    this.#pump = openPump({ timers, port, onSend: host.use.noteTold, onUnsent })
    this.terminals = new PageTerminals({ pump: this.#pump, timers }, (part) => this.server.push('terminal', part))
    this.server = expose(contract, pageCalls(host, this, wishes), packingPort(this.#pump.port), onTrouble)
  }

  /** The page knows whom it talks to: only from here on does it listen. */
  greet(first: readonly (() => void)[]): void {
    this.#timers.soon(() => {
      this.#isGreeted = true
      for (const tell of [...first, ...this.#early.splice(0)]) tell()
    })
  }

  /** What holds now: a page that does not listen yet is told when it does. */
  tell(push: (server: Server<typeof contract>) => void): void {
    if (this.#isGreeted && !this.#isClosed) push(this.server)
  }

  notify(notice: Notice): void {
    this.#keep(() => this.server.push('notices', notice))
  }

  goTo(target: Target): void {
    this.#keep(() => this.server.push('goTo', target))
  }

  followRuns(): void {
    if (this.#runs) this.#pump.remove(this.#runs)
    this.#runs = new RunsLane(
      this.#host.stage().board,
      (frame) => this.server.push('runs', frame),
      refusals('run', (notice) => this.notify(notice)),
    )
    this.#pump.add(this.#runs)
    this.#pump.wake(this.#runs)
  }

  noteRuns(change: BoardChange): void {
    if (!this.#runs) return
    this.#runs.note(change)
    this.#pump.wake(this.#runs)
  }

  async followRun(run: RunUri): Promise<void> {
    const known = this.#followed.get(run)
    if (known) {
      known.lane.begin()
      return this.#pump.wake(known.lane)
    }
    await this.#follow(run, false)
  }

  unfollowRun(run: RunUri): void {
    this.#wanted.delete(run)
    this.#drop(run)
  }

  async followTranscript(wish: TranscriptWish): Promise<void> {
    this.unfollowTranscript()
    this.#transcriptWish = wish
    const stage = this.#host.stage()
    const follower = await stage.followers.follow(wish.run, { isAwaited: true })
    if (this.#transcriptWish !== wish || stage !== this.#host.stage()) return stage.followers.release(wish.run)
    const lane: TranscriptLane = new TranscriptLane(stage.engine, wish, (news) => {
      if (news.items.length > 0) this.#readOn(lane)
      return this.server.push('transcript', news)
    })
    const deafen = follower.listen(({ agents, turned }) => {
      if (turned === null && !agents.includes(wish.key)) return
      this.#readOn(lane)
    })
    const unhear = stage.engine.onPartial((thread) => lane.isOf(thread) && this.#pump.wake(lane))
    const stop = (): void => {
      deafen()
      unhear()
      this.#pump.remove(lane)
      stage.followers.release(wish.run)
    }
    this.#transcript = { lane, stop }
    this.#pump.add(lane)
    // What came since the page asked last.
    this.#pump.wake(lane)
  }

  /** Also once more after each news: what is written on would now and then miss a frame, were the watch alone to say when to look. */
  #readOn(lane: TranscriptLane): void {
    lane.note()
    this.#pump.wake(lane)
  }

  unfollowTranscript(): void {
    this.#transcriptWish = null
    this.#transcript?.stop()
    this.#transcript = null
  }

  /** Another engine: all that the page sees begins again. */
  async changeStage(): Promise<void> {
    for (const run of [...this.#followed.keys()]) this.#drop(run)
    if (this.#runs) this.followRuns()
    if (this.#transcriptWish) void this.followTranscript(this.#transcriptWish).catch(() => undefined)
    // A run that the new folders do not hold may still come: a demo plays its sessions from their start.
    await Promise.allSettled([...this.#wanted.keys()].map((run) => this.#follow(run, true)))
  }

  close(): void {
    this.#isClosed = true
    this.terminals.close()
    this.#pump.close()
    this.#wanted.clear()
    this.unfollowTranscript()
    for (const run of [...this.#followed.keys()]) this.#drop(run)
    this.#runs = null
  }

  #keep(push: () => void): void {
    if (this.#isGreeted) push()
    else if (this.#early.length < EARLY) this.#early.push(push)
  }

  async #follow(run: RunUri, isAwaited: boolean): Promise<void> {
    const wish = Symbol(run)
    this.#wanted.set(run, wish)
    const stage = this.#host.stage()
    const isStillWanted = () => !this.#isClosed && this.#wanted.get(run) === wish
    try {
      const follower = await stage.followers.follow(run, { isAwaited })
      // Meanwhile the page may have turned away, or all may have begun again with another engine.
      if (!isStillWanted() || stage !== this.#host.stage()) return stage.followers.release(run)
      const onRefused = refusals('agent', (notice) => this.notify(notice))
      this.#take(stage, new ForestLane(follower, (frame) => this.server.push('forest', frame), onRefused))
    } catch (error) {
      // Another engine looks for the run by itself.
      if (stage !== this.#host.stage()) return
      if (isStillWanted()) this.#wanted.delete(run)
      throw error
    }
  }

  #take(stage: Stage, lane: ForestLane): void {
    const { follower } = lane
    const deafen = follower.listen((change) => {
      lane.note(change)
      this.#pump.wake(lane)
    })
    this.#followed.set(follower.run, {
      lane,
      stop: () => {
        deafen()
        this.#pump.remove(lane)
        stage.followers.release(follower.run)
      },
    })
    this.#pump.add(lane)
    this.#pump.wake(lane)
  }

  #drop(run: RunUri): void {
    this.#followed.get(run)?.stop()
    this.#followed.delete(run)
  }
}
