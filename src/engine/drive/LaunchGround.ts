import type { DriveGround } from '../../core/drive/driver'
import type { HeldProcess, ProcessFault } from '../../core/drive/heldProcess'
import { quoteCommand } from '../../core/drive/quoteCommand'
import { type Launch, LaunchId } from '../../shared/drive/launch'
import { ok, type Result } from '../../shared/result'
import type { DeskKeeper, KeptProcess } from './deskKeeper'
import type { FirstWords } from './firstWords'
import type { LaunchRecord } from './launchShelf'
import { shortCommand } from './shortCommand'

/** What is put down before a process is started. */
export interface LaunchDraft extends Pick<LaunchRecord, 'provider' | 'way' | 'title' | 'folder' | 'command' | 'origin'> {
  /** How its program is typed. */
  readonly word: string
  /** What it is told once it is sure that nobody else has opened it; empty: nothing, or it says that itself. */
  readonly firstWords: string
}

/** A process that serves many sessions, running or about to. */
export type Serving = Promise<Result<KeptProcess, ProcessFault>>

export interface GroundOptions {
  readonly keeper: DeskKeeper
  readonly groundOf: (provider: string) => Omit<DriveGround, 'hold' | 'shared' | 'remember'>
  /** What is started now goes on when this program is gone without a word. */
  readonly keeps: () => boolean
}

export interface GroundEffects {
  put(record: LaunchRecord): void
  drop(id: string): void
  begin(id: string): void
  readonly words: FirstWords
  readonly sharing: Map<string, Serving>
}

/** One driver's hands for one start. What it holds for a draft is noted before it runs. */
export class LaunchGround implements DriveGround {
  readonly root: string
  readonly home: string
  readonly env: DriveGround['env']
  readonly stateFolder: string
  readonly now: () => number
  readonly newId: () => string
  private readonly provider: string
  private readonly draft: LaunchDraft | null
  private readonly keeper: DeskKeeper
  private readonly keeps: () => boolean
  private readonly effects: GroundEffects
  private kept: KeptProcess | null = null
  private isShared = false
  private id: Launch['id'] | null = null

  constructor(provider: string, draft: LaunchDraft | null, { keeper, groundOf, keeps }: GroundOptions, effects: GroundEffects) {
    const outside = groundOf(provider)
    this.root = outside.root
    this.home = outside.home
    this.env = outside.env
    this.stateFolder = outside.stateFolder
    this.now = () => outside.now()
    this.newId = () => outside.newId()
    this.provider = provider
    this.draft = draft
    this.keeper = keeper
    this.keeps = keeps
    this.effects = effects
  }

  readonly hold: DriveGround['hold'] = async (spec, memo) => {
    const id = LaunchId.parse(this.newId())
    const { draft } = this
    // Noted first: killed in between, we find it again by its memo.
    if (draft) {
      this.id = id
      this.effects.begin(id)
      this.effects.put(blankRecord(id, ranAs(draft, spec.argv), memo, this.now()))
      // What ends with this program has nothing more to be told after it.
      if (draft.firstWords !== '' && this.keeps()) this.effects.words.keep(id, draft.firstWords)
    }
    const held = await this.keeper.hold(spec, { launch: id, provider: this.provider, memo }, this.keeps())
    if (!held.ok) {
      if (draft) this.effects.drop(id)
      return held
    }
    this.kept = held.value
    return ok(held.value.held)
  }

  readonly shared: DriveGround['shared'] = async (name, start) => {
    const shared = `${this.provider} ${name}`
    const { sharing } = this.effects
    const current = sharing.get(shared)
    const known = current && (await current)
    let serving = known
    if (!known?.ok || !isServing(known.value)) {
      // Whoever comes first replaces it; nothing is awaited between this look and the change.
      const next = sharing.get(shared)
      const begun = next === current || !next ? this.serve(shared, start) : next
      sharing.set(shared, begun)
      serving = await begun
    }
    if (!serving) throw new Error('one was begun')
    if (!serving.ok) {
      sharing.delete(shared)
      return serving
    }
    this.kept = serving.value
    this.isShared = true
    return ok(serving.value.held)
  }

  readonly remember: DriveGround['remember'] = (memo) => {
    const { draft, kept } = this
    if (!draft || !kept || this.id !== null) return
    const id = LaunchId.parse(this.newId())
    this.id = id
    this.effects.begin(id)
    const noted = blankRecord(id, ranAs(draft, kept.argv), memo, this.now())
    this.effects.put({ ...noted, process: kept.id, pid: kept.held.pid, isShared: this.isShared })
  }

  /** Of what was started through this ground. */
  recordOf(held: HeldProcess): LaunchRecord {
    if (!this.draft) throw new Error('only a draft becomes a launch')
    const id = this.id ?? LaunchId.parse(this.newId())
    const started = this.isShared ? this.now() : held.startedAt
    const blank = blankRecord(id, this.kept ? ranAs(this.draft, this.kept.argv) : this.draft, null, started)
    return { ...blank, process: this.kept?.id ?? null, pid: held.pid, isShared: this.isShared }
  }

  /** The driver thought better of it: what was noted is no launch. */
  giveUp(): void {
    if (this.id !== null) this.effects.drop(this.id)
    if (this.kept && !this.isShared) void this.kept.held.stop()
  }

  private async serve(shared: string, start: Parameters<DriveGround['shared']>[1]): Serving {
    const all = async (): Promise<KeptProcess[]> =>
      (await this.keeper.list()).filter((one) => sharedName(one.memo) === shared && isServing(one))
    const [known] = await all()
    if (known) return ok(known)
    // As long as a session that is to be kept needs it, it is kept with that one.
    const held = await this.keeper.hold(await start(), { shared }, false)
    if (!held.ok) return held
    // Another program of ours may have begun one in the same moment: both take the older.
    const oldest = (await all()).sort((a, b) => a.held.startedAt - b.held.startedAt || (a.id < b.id ? -1 : 1))[0]
    if (!oldest || oldest.id === held.value.id) return held
    void held.value.held.stop()
    return ok(oldest)
  }
}

/** Who serves many needs no input of its own: one that outlived its keeper still does. */
function isServing({ held }: KeptProcess): boolean {
  return held.isRunning()
}

/** Of a process that serves many sessions; null: it is one of its own. */
export function sharedName(memo: unknown): unknown {
  return typeof memo === 'object' && memo !== null && 'shared' in memo ? memo.shared : null
}

/** A plan may name what is known at the start alone (a port, a session that is made then): what is kept is what ran. */
function ranAs(draft: LaunchDraft, argv: readonly string[]): LaunchDraft {
  return { ...draft, command: shortCommand(quoteCommand([draft.word, ...argv])) }
}

function blankRecord(
  id: Launch['id'],
  { word: _, firstWords: __, ...draft }: LaunchDraft,
  memo: unknown,
  started: number,
): LaunchRecord {
  return {
    ...draft,
    ...{ id, started, memo, process: null, pid: null, isShared: false, run: null },
    ...{ isStopped: false, hasBegun: false, pausedAt: null, pausedMs: 0, ended: null, trouble: null, last: null },
  }
}
