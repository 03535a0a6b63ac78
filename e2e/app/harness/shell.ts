import type { ElectronApplication, Page } from '@playwright/test'
import type { Environment } from '../../../test/harness/workspace'

export type ShellKind = 'web' | 'electron' | 'packaged'

export interface OpenOptions {
  /** Opened with this address: as an argument of the program, or in the page's own. */
  readonly uri?: string
  readonly width?: number
  readonly height?: number
  /** The engine runs as a user that may read only what everybody may: for root, who may read all. On the web only. */
  readonly isNobody?: boolean
  /** Variables that the program does not get. */
  readonly without?: readonly string[]
  /** Variables that the program gets besides those of its home. */
  readonly variables?: Environment
  /** Runs in the page before anything else does. */
  readonly before?: (page: Page) => Promise<void>
}

/** The page in one of its shells, and what only the shell can do. */
export interface Shell {
  readonly page: Page
  /** The main process, where there is one: what a person cannot do but the system can. */
  readonly electron: ElectronApplication | null
  /** The engine's process dies, or the way to it is cut. */
  loseEngine(): Promise<void>
  /** Lets the page find an engine again; a shell that sees to that itself does nothing. */
  returnEngine(): Promise<void>
  /** As if the system, or a person, handed over an address while the program runs. */
  handOver(uri: string): Promise<void>
  /** What the window shows, as its shell says. */
  address(): Promise<string>
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

/** Opens shells one after another on the same home, as a person does day after day. */
export interface ShellSource {
  open(env: Environment, options: OpenOptions): Promise<Shell>
  close(): Promise<void>
}
