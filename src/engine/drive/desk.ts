import type { Ask, AskAnswer } from '../../shared/drive/ask'
import type { Budget } from '../../shared/drive/budget'
import type { LaunchChoices } from '../../shared/drive/driveCalls'
import type { LaunchPlan, LaunchRefusal } from '../../shared/drive/launchPlan'
import type { LaunchWish } from '../../shared/drive/launchWish'
import type { OfferedAct } from '../../shared/drive/offeredAct'
import type { ProgramFound } from '../../shared/drive/programFound'
import type { RunUri } from '../../shared/ids'
import type { Result } from '../../shared/result'
import type { DrivenWord } from '../drivenWord'
import type { LookupFailure, Target } from '../engine'
import type { Answered } from './askBook'
import type { HeldTerminal } from './deskKeeper'
import type { DriveNews } from './driveNews'
import type { RecentFolder } from './folderMemory'
import type { LiveLaunch } from './LiveLaunch'
import type { RenderedContext } from './renderContext'
import type { Agree } from './startLaunch'

export interface AlonePlan {
  readonly argv: readonly string[] | null
  readonly plan: LaunchPlan
}

/** Where sessions are started, steered and gone on from. It outlives the engine that reads them. Every promise settles. */
export interface Desk {
  /** For the engine. */
  readonly word: DrivenWord
  /** What was started here before is taken up again. Never rejects. */
  readonly ready: Promise<void>
  /** As it is now, newest first; fits into one message. */
  news(): DriveNews
  /** What sessions of ours ask, whole, oldest first. */
  asks(): readonly Ask[]
  onChange(listener: () => void): () => void
  programs(folder: string | null): Promise<ProgramFound[]>
  folders(): Promise<RecentFolder[]>
  /** What was chosen the last time something was started there; null: nothing was. */
  remembered(folder: string): Promise<LaunchChoices | null>
  completeFolder(text: string): Promise<{ exists: boolean; folders: string[] }>
  plan(wish: LaunchWish): Promise<Result<LaunchPlan, LaunchRefusal>>
  /** The same for who runs it without us: program first; null: the product has no command for it. */
  alone(wish: LaunchWish): Promise<Result<AlonePlan, LaunchRefusal>>
  /** `agree` hears exactly what will run, just before it does; false: it is not started. */
  start(wish: LaunchWish, agree?: Agree): Promise<Result<LiveLaunch, LaunchRefusal>>
  /** Null: it is not in the list. */
  launch(id: string): LiveLaunch | null
  /** The session of ours that runs there; null: there is none. */
  ownOf(run: RunUri): LiveLaunch | null
  /** A message to a session of ours, unless somebody else has opened its run meanwhile; why not, in words; null: it is sent. */
  send(launch: LiveLaunch, text: string): Promise<string | null>
  forget(launch: LiveLaunch): Promise<string | null>
  /** Of the session of ours that this agent is part of; why not, in words; null: it is done. */
  stopAgent(target: Target): Promise<string | null>
  answerAsk(id: string, answer: AskAnswer): Promise<Answered>
  /** By a person, here or in another program of ours, a moment ago. */
  wasAnswered(ask: string): boolean
  acts(target: Target): Promise<Result<OfferedAct[], LookupFailure>>
  context(target: Target, at: number | null): Promise<Result<RenderedContext, LookupFailure>>
  budgets(run: RunUri): readonly Budget[]
  setBudget(budget: Budget): string | null
  /** Null: it runs in no terminal. */
  terminal(launch: LiveLaunch): HeldTerminal | null
  /** Agents of these runs have changed. */
  look(runs: ReadonlySet<RunUri>): void
  /** How many would go on, or end, with us. */
  activeCount(): number
  /** `keep` false: ends what was started here first. `isVisitor`: what other programs of ours have started is theirs to keep or to end. */
  close(options: { readonly keep: boolean; readonly isVisitor?: boolean }): Promise<void>
}
