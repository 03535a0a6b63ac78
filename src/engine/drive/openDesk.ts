import type { Driver } from '../../core/drive/driver'
import type { BudgetBreach } from '../../shared/drive/budget'
import type { RunUri } from '../../shared/ids'
import { ok } from '../../shared/result'
import type { Engine } from '../engine'
import { every, type Timers } from '../every'
import { openOriginBook } from '../originBook'
import { homeOf } from '../roots'
import type { Variables } from '../settingsFromEnvironment'
import { AnswerMarks } from './AnswerMarks'
import { openAskBook } from './askBook'
import { type BudgetBook, openBudgetBook, type RunSight } from './budgetBook'
import { checkFolder, completeFolder } from './checkFolder'
import { childEnvironment } from './childEnvironment'
import type { Desk } from './desk'
import type { DeskKeeper } from './deskKeeper'
import { type DriveNews, fitNews } from './driveNews'
import { drivenWordOf } from './drivenWordOf'
import { findTarget } from './findTarget'
import type { FirstWords } from './firstWords'
import { type FolderMemory, openFolderMemory } from './folderMemory'
import { inDemo } from './inDemo'
import { isAtWork } from './isAtWork'
import { keyInSight } from './keyInSight'
import { LaunchBook } from './LaunchBook'
import type { LiveLaunch } from './LiveLaunch'
import { launchActs } from './launchActs'
import type { LaunchShelf } from './launchShelf'
import { listActs } from './listActs'
import { listPrograms } from './listPrograms'
import { openListeners } from './openListeners'
import { outsideOf } from './outsideOf'
import { type PrepareSources, prepareLaunch } from './prepareLaunch'
import { openProgramFinder, type ProgramFinder } from './programFinder'
import { renderContext } from './renderContext'
import { SessionLocks } from './SessionLocks'
import { sayFirstWords } from './sayFirstWords'
import { sendAlone } from './sendAlone'
import { startLaunch } from './startLaunch'
import { TerminalPhases } from './TerminalPhases'
import { openVersionMemory } from './versionMemory'

export interface DeskOptions {
  readonly env: Variables
  readonly stateFolder: string
  readonly drivers: readonly Driver[]
  readonly keeper: DeskKeeper
  readonly labelOf: (provider: string) => string
  /** Null: a demo is shown. */
  readonly engine: () => Engine | null
  readonly roots: () => Readonly<Record<string, string>>
  /** A run and its agents as somebody already looks at them; null: nobody does. */
  readonly sight: (run: RunUri) => RunSight | null
  readonly onBreach: (breach: BudgetBreach, title: string) => void
  readonly timers: Timers
  /** Whether what is started now goes on when this program is gone without a word. Absent: it does. */
  readonly keeps?: () => boolean
  /** Where launches are kept. Absent: in the state folder. */
  readonly shelf?: LaunchShelf
  /** What is to be said first. Absent: as the state folder has it. */
  readonly words?: FirstWords
  /** Something takes long and is waited for: words for a person. */
  readonly onSlow?: (message: string) => void
  /** For tests. */
  readonly versionLimitMs?: number
}

/** Changes come in bursts: what follows within this is told with them. */
const TELL_AFTER_MS = 30
/** Time alone changes rows (a start that takes long) and budgets; another program of ours may start or end sessions. */
const LOOK_MS = 1000

/** Takes up what was started here before; nothing is started until that is done. */
export function openDesk(options: DeskOptions): Desk {
  return new OpenedDesk(options)
}

class OpenedDesk implements Desk {
  readonly word
  readonly ready: Promise<void>
  private readonly options: DeskOptions
  private readonly home: string
  private readonly book: LaunchBook
  private readonly finder: ProgramFinder
  private readonly memory: FolderMemory
  private readonly budgetBook: BudgetBook
  private readonly askBook
  private readonly locks: SessionLocks
  private readonly terminalPhases = new TerminalPhases()
  private readonly changes = openListeners()
  private readonly settled = openListeners()
  private readonly partials = openListeners<{ readonly provider: string; readonly id: string }>()
  private readonly looking: { close(): void }
  private cancelTelling: (() => void) | null = null
  private isClosed = false

  constructor(options: DeskOptions) {
    const { env, stateFolder, keeper, drivers, labelOf, timers } = options
    this.options = options
    this.home = homeOf(env)
    this.finder = openProgramFinder({
      ...{ env, home: this.home, childEnv: childEnvironment(env, drivers), memory: openVersionMemory(stateFolder, timers.now) },
      onSlow: (message) => options.onSlow?.(message),
      ...(options.versionLimitMs === undefined ? {} : { versionLimitMs: options.versionLimitMs }),
    })
    this.memory = openFolderMemory(stateFolder, timers.now)
    this.locks = new SessionLocks(stateFolder)
    const origins = openOriginBook(stateFolder)
    this.book = new LaunchBook({
      ...{ stateFolder, keeper, drivers, labelOf, now: timers.now },
      ...(options.shelf ? { shelf: options.shelf } : {}),
      ...(options.words ? { words: options.words } : {}),
      keeps: () => this.keeps(),
      groundOf: (provider) => outsideOf(options, this.home, provider),
      isTurnOpen: (run) => isAtWork(options.sight(run)),
      onChange: () => this.tellSoon(),
      onPartial: (provider, id) => this.partials.raise({ provider, id }),
      onNamed: ({ record: { origin } }, run) => {
        if (origin !== null && origin.how !== 'resume' && origin.how !== 'join' && origin.from !== run)
          origins.add({ run, from: origin.from, how: origin.how, at: timers.now() })
      },
    })
    const launches = (): readonly LiveLaunch[] => this.book.all()
    const marks = new AnswerMarks(stateFolder, timers.now)
    const told = { onChange: this.settled.add, onPartial: this.partials.add }
    this.word = drivenWordOf({ launches, isTaken: (ask) => marks.isTaken(ask), ...told })
    const keyOf = (run: RunUri, agent: string | null) => keyInSight(options.sight(run), agent)
    this.askBook = openAskBook({ launches, marks, now: timers.now, keyOf, onChange: () => this.tellSoon() })
    this.budgetBook = openBudgetBook({
      ...{ stateFolder, now: timers.now, sight: options.sight, onBreach: options.onBreach },
      onChange: () => this.tellSoon(),
      launches,
      stopAgent: (launch, agent) => launchActs.stopAgent(launch, agent),
      stop: async (launch) => void (await launchActs.stop(launch, 'now')),
    })
    this.ready = this.book.refresh().catch(() => undefined)
    this.looking = every(LOOK_MS, () => this.lookAround(), timers)
  }

  news(): DriveNews {
    const launches = this.book.all().map((launch) => launch.row())
    return fitNews({
      isSettled: this.book.isSettled,
      launches: launches.sort((a, b) => (a.started < b.started ? 1 : -1)),
      asks: [...this.asks()],
      ended: [...this.askBook.ends()],
      breaches: [...this.budgetBook.breaches()],
    })
  }

  asks: Desk['asks'] = () => this.askBook.list()

  readonly onChange: Desk['onChange'] = (listener) => this.changes.add(listener)

  programs: Desk['programs'] = (folder) => listPrograms(this.sources(), folder)
  folders: Desk['folders'] = () => this.memory.list(this.options.engine())
  readonly remembered: Desk['remembered'] = async (text) => {
    const folder = await checkFolder(text, this.home)
    return folder.ok ? this.memory.choicesIn(folder.value) : null
  }
  completeFolder: Desk['completeFolder'] = (text) => completeFolder(text, this.home)

  readonly alone: Desk['alone'] = async (wish) => {
    await this.ready
    const prepared = await prepareLaunch(this.sources(), wish)
    return prepared.ok ? ok({ argv: prepared.value.alone, plan: prepared.value.shown }) : prepared
  }

  readonly plan: Desk['plan'] = async (wish) => {
    const found = await this.alone(wish)
    return found.ok ? ok(found.value.plan) : found
  }

  readonly start: Desk['start'] = async (wish, agree) => {
    await this.ready
    const { book, locks } = this
    const started = await startLaunch({ ...this.sources(), book, locks, timers: this.options.timers }, wish, agree)
    const folder = await checkFolder(wish.folder, this.home)
    const { provider, model, agent, mode, way, extra } = wish
    // What goes on from another has values of its own: taken for the folder's, the next new run would silently be allowed more.
    if (started.ok && folder.ok && wish.origin === null)
      this.memory.remember(folder.value, { provider, model, agent, mode, way, extra })
    return started
  }

  readonly launch: Desk['launch'] = (id) => this.book.find(id)
  readonly ownOf: Desk['ownOf'] = (run) => this.book.ownOf(run)
  readonly send: Desk['send'] = (launch, text) => sendAlone(this.sources(), launch, text)

  readonly forget: Desk['forget'] = async (launch) =>
    launch.isActive ? 'It still runs: stop it first.' : this.book.forget(launch).then(() => null)

  readonly stopAgent: Desk['stopAgent'] = async (wished) => {
    const engine = this.options.engine()
    const launch = this.book.ownOf(wished.run)
    if (!launch || !engine) return 'It was not started here: only whoever started it can do that.'
    const found = await findTarget(this.targets(engine), wished)
    if (!found.ok) return found.failure.message
    const { agent } = found.value.target
    return agent === null ? 'It is the run itself: stop the run.' : launchActs.stopAgent(launch, agent)
  }

  answerAsk: Desk['answerAsk'] = (id, answer) => this.askBook.answer(id, answer)
  wasAnswered: Desk['wasAnswered'] = (id) => this.askBook.wasAnswered(id)

  readonly acts: Desk['acts'] = async (target) => {
    const engine = this.options.engine()
    return engine ? listActs({ ...this.sources(), ...this.targets(engine), env: this.options.env }, target) : inDemo
  }

  readonly context: Desk['context'] = async (wished, at) => {
    const engine = this.options.engine()
    if (!engine) return inDemo
    const found = await findTarget(this.targets(engine), wished)
    return found.ok ? renderContext(engine, { target: found.value.at, at, title: found.value.title }) : found
  }

  budgets: Desk['budgets'] = (run) => this.budgetBook.list(run)
  readonly setBudget: Desk['setBudget'] = (budget) => {
    const failure = this.budgetBook.set(budget)
    this.look(new Set([budget.run]))
    this.tellSoon()
    return failure
  }

  readonly terminal: Desk['terminal'] = ({ record }) =>
    record.way === 'terminal' && record.process !== null ? this.options.keeper.terminal(record.process) : null

  look(runs: ReadonlySet<RunUri>): void {
    if (this.isClosed || !this.options.engine()) return
    this.budgetBook.look(runs)
    if (this.terminalPhases.isNews(this.book.all(), runs)) this.tellSoon()
  }

  readonly activeCount: Desk['activeCount'] = () => this.book.all().filter((launch) => launch.isActive).length

  readonly close: Desk['close'] = async ({ keep, isVisitor = false }) => {
    if (this.isClosed) return
    const concerned = this.book.all().filter((launch) => !isVisitor || this.book.isOfThisProgram(launch))
    const active = concerned.filter((launch) => launch.isActive)
    await Promise.all(active.map((launch) => (keep ? this.keep(launch, true) : launchActs.stop(launch, 'now'))))
    await this.book.shared.leave(isVisitor && concerned.length === 0).catch(() => undefined)
    this.isClosed = true
    this.looking.close()
    this.cancelTelling?.()
    this.book.close()
    await this.options.keeper.close(keep ? 'leave' : 'stop')
  }

  private keeps(): boolean {
    return this.options.keeps?.() ?? true
  }

  private async keep({ record }: LiveLaunch, isKept: boolean): Promise<void> {
    if (record.process !== null) await this.options.keeper.keep(record.process, isKept)
  }

  private async lookAround(): Promise<void> {
    if (this.isClosed) return
    await this.book.refresh()
    await this.book.shared.look()
    await this.book.tidy().catch(() => undefined)
    this.book.nameTerminals((pid) => this.options.engine()?.heldBy(pid) ?? [])
    let isStarting = false
    for (const launch of this.book.all()) {
      if (launch.isActive && launch.session && launch.session.asks().length > 0) void launch.session.hearOthers?.()
      launch.lookAtFamily()
      void sayFirstWords({ words: this.book.words, send: this.send }, launch)
      if (launch.phase() !== 'starting') continue
      launch.readSaid()
      isStarting = true
    }
    if (isStarting) this.tellSoon()
    if (this.options.engine()) this.budgetBook.look()
  }

  private tellSoon(): void {
    if (this.isClosed) return
    this.cancelTelling ??= this.options.timers.after(TELL_AFTER_MS, () => {
      this.cancelTelling = null
      this.settled.raise()
      this.changes.raise()
    })
  }

  private targets(engine: Engine) {
    const { book } = this
    return { engine, roots: this.options.roots(), ownOf: (run: string) => book.ownOf(run), serving: () => book.shared.pids() }
  }

  private sources(): PrepareSources {
    const { drivers, labelOf, engine, roots } = this.options
    return {
      ...{ drivers, labelOf, engine, roots, programs: this.finder, home: this.home },
      ownOf: (run) => this.book.ownOf(run),
      serving: () => this.book.shared.pids(),
      groundOf: (provider) => this.book.ground(provider, null),
    }
  }
}
