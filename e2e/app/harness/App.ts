import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import type { Environment } from '../../../test/harness/workspace'
import { AttentionList } from '../pages/AttentionList'
import { Desktop } from '../pages/Desktop'
import { InspectorPane } from '../pages/InspectorPane'
import { Palette } from '../pages/Palette'
import { RunsPane } from '../pages/RunsPane'
import { Tree } from '../pages/Tree'
import type { Noise } from './Noise'
import type { OpenOptions, Shell, ShellKind, ShellSource } from './shell'

/** The program as a person has it before them, in whichever shell the project names. */
export class App {
  readonly kind: ShellKind
  readonly noise: Noise
  private readonly source: ShellSource
  private readonly env: Environment
  private current: Shell | null = null
  private last: OpenOptions = {}

  constructor(kind: ShellKind, source: ShellSource, env: Environment, noise: Noise) {
    this.kind = kind
    this.source = source
    this.env = env
    this.noise = noise
  }

  get isDesktop(): boolean {
    return this.kind !== 'web'
  }

  get shell(): Shell {
    if (!this.current) throw new Error('the app is not open')
    return this.current
  }

  get page(): Page {
    return this.shell.page
  }

  get runs(): RunsPane {
    return new RunsPane(this.page)
  }

  get tree(): Tree {
    return new Tree(this.page)
  }

  get inspector(): InspectorPane {
    return new InspectorPane(this.page)
  }

  get palette(): Palette {
    return new Palette(this.page)
  }

  get attention(): AttentionList {
    return new AttentionList(this.page)
  }

  get desktop(): Desktop {
    const { electron } = this.shell
    if (!electron) throw new Error('a page in a browser has no desktop of its own')
    return new Desktop(electron)
  }

  /** Opens the program and waits until the engine has told what there is. */
  async open(options: OpenOptions = {}): Promise<void> {
    this.last = options
    const without = options.without ?? []
    const kept = Object.entries(this.env).filter(([name]) => !without.includes(name))
    const env = { ...Object.fromEntries(kept), ...options.variables }
    this.current = await this.source.open(env, options)
    await expect(this.page.getByRole('contentinfo')).toContainText(/index 100 %/)
  }

  /** What was copied last. On the desktop the page itself may not read it. */
  copiedText(): Promise<string> {
    const { electron, page } = this.shell
    return electron
      ? electron.evaluate(({ clipboard }) => clipboard.readText())
      : page.evaluate(() => navigator.clipboard.readText())
  }

  get isOpen(): boolean {
    return this.current !== null
  }

  /** Ends the program; what it remembers stays. */
  async close(): Promise<void> {
    const shell = this.current
    this.current = null
    await shell?.close()
  }

  /** Nothing is kept. */
  async end(): Promise<void> {
    await this.close()
    await this.source.close()
  }

  /** Ends the program and starts it again, on the same home. */
  async relaunch(): Promise<void> {
    await this.close()
    const { uri: _uri, ...options } = this.last
    await this.open(options)
  }

  /** As a crash of the machine's session would end it, and all of its windows: without a word. On the desktop only. */
  async kill(): Promise<void> {
    const { electron } = this.shell
    if (!electron) throw new Error('a page in a browser is not what is killed')
    this.noise.allow(/crash|closed|SIGKILL/i)
    const child = electron.process()
    const gone = once(child, 'exit')
    // Playwright starts it as the head of a group: its windows and its engine go with it, the keeper is none of it.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await gone
    this.current = null
  }

  /** Only the way to it is lost on the web; on the desktop the engine's process dies. */
  async loseEngine(): Promise<void> {
    this.noise.allow(/WebSocket|engine/i)
    await this.shell.loseEngine()
  }
}
