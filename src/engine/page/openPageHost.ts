import type { Attention } from '../../shared/attention'
import type { Notice } from '../../shared/contract'
import { errorText } from '../../shared/errorText'
import type { RunUri } from '../../shared/ids'
import type { Port } from '../../shared/port'
import type { RpcTrouble } from '../../shared/rpc'
import type { Settings } from '../../shared/settings'
import { breachWords } from '../drive/breachWords'
import type { RunSight } from '../drive/budgetBook'
import type { Desk } from '../drive/desk'
import type { DeskOptions } from '../drive/openDesk'
import { openOwnDesk } from '../drive/openOwnDesk'
import type { Engine, EngineSettings } from '../engine'
import { systemTimers, type Timers } from '../every'
import { openEngine } from '../openEngine'
import { findProductFiles, type ProductFiles } from '../productFiles'
import { stateFolderFromEnvironment } from '../roots'
import type { EngineOverrides, Variables } from '../settingsFromEnvironment'
import { shareRunning } from '../shareRunning'
import { AnsweredQuestions } from './AnsweredQuestions'
import { AlarmBell } from './alarmBell'
import type { AttentionMemory } from './attentionFeed'
import { chosenSettings, isOtherEngine } from './chosenSettings'
import { sweepDemoFolders } from './demoFolders'
import { type DemoPlayer, demoPlayer } from './demoPlayer'
import { type Dismissals, openDismissals } from './dismissals'
import { goToAddress } from './goToAddress'
import { type MemoryTrim, openMemoryTrim } from './openMemoryTrim'
import { Page } from './page'
import type { CloseAdvice, HostDoor, PageHost, PageSession, ShellWishes } from './pageHost'
import type { BoardChange } from './runBoard'
import { openSettingsBook, type SettingsBook } from './settingsBook'
import { openStage, type Stage } from './stage'

export interface PageHostOptions {
  readonly env: Variables
  /** Folders a shell was told on its command line: they win over the environment and the settings. */
  readonly overrides?: EngineOverrides
  /** Where an installed app keeps what it ships, where that differs. */
  readonly product?: Partial<ProductFiles>
  readonly timers?: Timers
  /** For tests. */
  readonly openEngine?: (settings: EngineSettings) => Promise<Engine>
  /** For tests. */
  readonly driving?: Partial<Pick<DeskOptions, 'keeper' | 'drivers' | 'labelOf'>>
  /** 2: demos play twice as fast. */
  readonly demoSpeed?: number
}

/** Opens the engine and serves pages with it, any number, until it is closed. */
export async function openPageHost(options: PageHostOptions): Promise<PageHost> {
  const host = new Host(options)
  await host.open()
  return host
}

const nothingNeeded: Attention = { items: [], fresh: [] }

/** All runs are read: what else begins with that is over by then. */
const TRIM_AFTER_MS = 3000
/** Said before a page was there to hear it. */
const KEPT_NOTICES = 20

class Host implements PageHost, HostDoor {
  readonly book: SettingsBook
  readonly desk: Desk
  readonly answered = new AnsweredQuestions()
  readonly alarms = new AlarmBell()
  readonly #options: PageHostOptions
  readonly #timers: Timers
  readonly #product: ProductFiles
  readonly #stateFolder: string
  readonly #pages = new Set<Page>()
  readonly #attentionListeners = new Set<(attention: Attention) => void>()
  readonly #notices: Notice[] = []
  readonly #demo: DemoPlayer
  readonly #memoryTrim: MemoryTrim
  #stage: Stage | null = null
  /** What the person has seen of their own runs: a changed setting or a demo must not bring it back. */
  #memory: AttentionMemory
  readonly #dismissals: Dismissals
  #turn: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: PageHostOptions) {
    const { env, overrides, product, timers = systemTimers, demoSpeed = 1 } = options
    this.#options = options
    this.#timers = timers
    this.#memoryTrim = openMemoryTrim(timers)
    this.#product = findProductFiles(product)
    this.#stateFolder = overrides?.stateFolder ?? stateFolderFromEnvironment(env)
    this.#dismissals = openDismissals(this.#stateFolder)
    this.#memory = { watchedSince: timers.now(), dismissed: this.#dismissals.ids }
    this.book = openSettingsBook({ stateFolder: this.#stateFolder, env, timers, onNotice: (notice) => this.#notify(notice) })
    this.desk = openOwnDesk({
      ...{ env, stateFolder: this.#stateFolder, timers },
      // A crash is not a closing: only who wants all to end with the app has it end without the app.
      keeps: () => this.book.current().whenClosing !== 'stop',
      onSlow: (message) => this.#notify({ level: 'warning', code: 'slow_program', message }),
      ...options.driving,
      engine: () => (this.#stage && !this.#stage.isDemo ? this.#stage.engine : null),
      roots: () => this.#stage?.settings.roots ?? {},
      sight: (run) => this.#sight(run),
      onBreach: (breach, title) => {
        this.#notify({ level: 'warning', code: 'budget', message: breachWords(breach, title) })
        this.alarms.passed(breach, title)
      },
    })
    this.desk.onChange(() => this.#tellLaunches())
    void this.desk.ready.then(() => this.alarms.begin(this.desk.news().launches))
    this.alarms.onAlarm((alarm) => this.#each((page) => page.tell((server) => server.push('alarms', alarm))))
    this.#demo = demoPlayer({
      demoFolder: this.#product.demoFolder,
      stateFolder: this.#stateFolder,
      speed: demoSpeed,
      onRound: (round) => this.#changeStage(() => ({ ...this.#chosen(), ...round }), true),
      onEnd: () => this.#changeStage(() => this.#chosen(), false),
      onFailure: (message) => this.#notify({ level: 'error', code: 'demo_failed', message: `The demo stopped: ${message}` }),
    })
  }

  async open(): Promise<void> {
    void sweepDemoFolders(this.#stateFolder)
    try {
      await this.#changeStage(() => this.#chosen(), false)
    } catch (error) {
      this.book.close()
      throw error
    }
    this.book.onChange((now, before) => this.#takeSettings(now, before))
  }

  stage(): Stage {
    if (!this.#stage) throw new Error('the host is opened before it is handed out')
    return this.#stage
  }

  get use(): Pick<MemoryTrim, 'noteUse' | 'noteTold'> {
    return this.#memoryTrim
  }

  openPage(port: Port, wishes: ShellWishes, onTrouble: (trouble: RpcTrouble) => void): PageSession {
    const page = new Page({ host: this, port, wishes, onTrouble, timers: this.#timers })
    this.#pages.add(page)
    for (const notice of this.#notices) page.notify(notice)
    const close = (): void => {
      this.#pages.delete(page)
      page.close()
    }
    port.onClose(close)
    return { goTo: (text) => goToAddress(this.stage(), page, text), close }
  }

  settings(): Settings {
    return this.book.current()
  }

  onSettings(listener: (settings: Settings) => void): () => void {
    return this.book.onChange((now) => listener(now))
  }

  onAttention(listener: (attention: Attention) => void): () => void {
    this.#attentionListeners.add(listener)
    listener(this.stage().isDemo ? nothingNeeded : this.stage().attention.current)
    return () => void this.#attentionListeners.delete(listener)
  }

  playDemo(isPlaying: boolean): Promise<void> {
    return this.#demo.play(isPlaying)
  }

  readonly lookAgain = shareRunning(async (): Promise<void> => {
    if (!this.#demo.isPlaying) await this.#changeStage(() => this.#chosen(), false)
  })

  onCloseAdvice(listener: (advice: CloseAdvice) => void): () => void {
    const tell = (): void => listener(this.closeAdvice())
    tell()
    return this.desk.onChange(tell)
  }

  closeAdvice(): CloseAdvice {
    return { active: this.desk.activeCount(), choice: this.settings().whenClosing }
  }

  async close(options: { readonly keep: boolean } = { keep: this.settings().whenClosing !== 'stop' }): Promise<void> {
    this.#isClosed = true
    this.#memoryTrim.close()
    this.book.close()
    for (const page of this.#pages) page.close()
    this.#pages.clear()
    await this.#demo.play(false)
    await this.#turn
    await this.desk.close(options)
    await this.#stage?.close()
  }

  #tellLaunches(): void {
    const news = this.desk.news()
    this.alarms.look(news.launches, (run) => this.#stage?.board.rows.has(run) ?? false)
    this.#each((page) => page.tell((server) => server.push('launches', news)))
    if (this.#stage && !this.#stage.isDemo) this.#stage.attention.look(news.asks.flatMap(({ run }) => run ?? []))
  }

  #sight(run: RunUri): RunSight | null {
    const board = this.#stage && !this.#stage.isDemo ? this.#stage.board : null
    const row = board?.rows.get(run)
    const agents = board?.agents.get(run)
    return row && agents ? { row, agents } : null
  }

  #chosen(): EngineSettings {
    const { env, overrides } = this.#options
    const onWarning = (message: string): void => this.#notify({ level: 'warning', code: 'engine', message })
    const chosen = chosenSettings(this.book.current(), { env, overrides: overrides ?? {}, product: this.#product, onWarning })
    return { ...chosen, driven: this.desk.word }
  }

  /** One change after the other. The old engine serves until the new one is open, and what fails leaves it where it is. */
  #changeStage(settings: () => EngineSettings, isDemo: boolean): Promise<void> {
    const next = this.#turn.then(() => this.#swap(settings(), isDemo))
    this.#turn = next.catch(() => undefined)
    return next
  }

  async #swap(settings: EngineSettings, isDemo: boolean): Promise<void> {
    if (this.#isClosed) return this.#stage?.close()
    const engine = await (this.#options.openEngine ?? openEngine)(settings)
    const before = this.#stage
    if (before && !before.isDemo) this.#memory = before.attention.memory()
    const stage: Stage = openStage({
      engine,
      settings,
      isDemo,
      env: this.#options.env,
      timers: this.#timers,
      memory: isDemo ? undefined : this.#memory,
      asks: () => (isDemo ? [] : this.desk.asks()),
      stuckMinutes: () => this.book.current().stuckMinutes,
      listeners: {
        onRuns: (change) => this.#ifCurrent(stage, () => this.#noteRuns(change)),
        onAttention: (attention) => this.#ifCurrent(stage, () => this.#tellAttention(attention, isDemo)),
        onDismiss: (ids) => this.#keepDismissed(ids, isDemo),
        onHealth: (health) =>
          this.#ifCurrent(stage, () => this.#each((page) => page.tell((server) => server.push('health', health)))),
        onFailure: (error) =>
          this.#notify({ level: 'error', code: 'runs_unreadable', message: `The runs could not be read: ${errorText(error)}` }),
      },
    })
    this.#stage = stage
    void stage.board.settled.then(() => this.#timers.after(TRIM_AFTER_MS, () => this.#ifCurrent(stage, this.#memoryTrim.trim)))
    if (!before) return
    this.#each((page) => page.tell((server) => server.push('health', stage.health.current)))
    await Promise.all([...this.#pages].map((page) => page.changeStage()))
    await before.close()
  }

  #noteRuns(change: BoardChange): void {
    this.desk.look(new Set(change.agents))
    this.#each((page) => page.noteRuns(change))
  }

  #ifCurrent(stage: Stage, work: () => void): void {
    if (stage === this.#stage && !this.#isClosed) work()
  }

  #each(work: (page: Page) => void): void {
    for (const page of this.#pages) work(page)
  }

  /** A demo is looked at in the page; nobody is called away from their work, or counted, for it. */
  #tellAttention(attention: Attention, isDemo: boolean): void {
    for (const listener of [...this.#attentionListeners]) listener(isDemo ? nothingNeeded : attention)
    const told = isDemo ? { ...attention, fresh: [] } : attention
    this.#each((page) => page.tell((server) => server.push('attention', told)))
  }

  #keepDismissed(ids: readonly string[], isDemo: boolean): void {
    const failure = isDemo ? null : this.#dismissals.add(ids)
    if (failure === null) return
    const message = `what was dismissed could not be kept and comes back with the next start: ${failure}`
    this.#notify({ level: 'warning', code: 'dismissals_not_saved', message })
  }

  #takeSettings(now: Settings, before: Settings): void {
    this.#each((page) => page.tell((server) => server.push('settings', now)))
    if (now.stuckMinutes !== before.stuckMinutes) this.stage().attention.look(this.stage().board.agents.keys())
    if (isOtherEngine(now, before) && !this.#demo.isPlaying) {
      void this.#changeStage(() => this.#chosen(), false).catch((error) =>
        this.#notify({ level: 'error', code: 'engine', message: `The settings could not be applied: ${errorText(error)}` }),
      )
    }
  }

  #notify(notice: Notice): void {
    if (this.#pages.size > 0) return this.#each((page) => page.notify(notice))
    this.#notices.push(notice)
    if (this.#notices.length > KEPT_NOTICES) this.#notices.shift()
  }
}
