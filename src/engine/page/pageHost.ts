import type { Attention } from '../../shared/attention'
import type { Port } from '../../shared/port'
import type { RpcTrouble } from '../../shared/rpc'
import type { Settings } from '../../shared/settings'
import type { ShellInfo } from '../../shared/shellInfo'
import type { Desk } from '../drive/desk'
import type { AnsweredQuestions } from './AnsweredQuestions'
import type { AlarmBell } from './alarmBell'
import type { MemoryTrim } from './openMemoryTrim'
import type { SettingsBook } from './settingsBook'
import type { Stage } from './stage'

/** What the shell around a page can do for it. A wish that rejects with an RpcError tells the page why. */
export interface ShellWishes {
  readonly info: ShellInfo
  openLink(url: string): Promise<void>
  revealFile(absolutePath: string): Promise<void>
  /** Null: the person changed their mind. */
  chooseFolder(title: string): Promise<string | null>
}

export interface PageSession {
  /** Shows what an address names in this page. */
  goTo(text: string): Promise<void>
  close(): void
}

/** One engine, any number of pages. It outlives changes of settings and demos, for which the engine behind it is opened anew. */
export interface PageHost {
  openPage(port: Port, wishes: ShellWishes, onTrouble: (trouble: RpcTrouble) => void): PageSession
  settings(): Settings
  onSettings(listener: (settings: Settings) => void): () => void
  /** For badges and desktop notifications; the latest is told at once. */
  onAttention(listener: (attention: Attention) => void): () => void
  /** For desktop notifications. */
  readonly alarms: Pick<AlarmBell, 'onAlarm'>
  /** What is to be asked, or done, before it is closed. */
  closeAdvice(): CloseAdvice
  /** The latest is told at once. */
  onCloseAdvice(listener: (advice: CloseAdvice) => void): () => void
  /** `keep`: sessions that were started here go on. Absent: as the person has chosen, and on where they want to be asked. */
  close(options?: { readonly keep: boolean }): Promise<void>
}

export interface CloseAdvice {
  /** Sessions that were started here and run. */
  readonly active: number
  readonly choice: Settings['whenClosing']
}

/** What a page needs of its host. */
export interface HostDoor {
  /** Somebody opens a run or an agent, a page is told something: no moment to tidy up. */
  readonly use: Pick<MemoryTrim, 'noteUse' | 'noteTold'>
  /** The engine of the moment and what looks at it. */
  stage(): Stage
  readonly book: SettingsBook
  readonly desk: Desk
  readonly answered: AnsweredQuestions
  playDemo(isPlaying: boolean): Promise<void>
  lookAgain(): Promise<void>
}
