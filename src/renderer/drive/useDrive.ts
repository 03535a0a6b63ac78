import { create } from 'zustand'
import type { Ask, AskEnd, AskId } from '../../shared/drive/ask'
import type { BudgetBreach } from '../../shared/drive/budget'
import type { Launch, LaunchId } from '../../shared/drive/launch'
import type { RunUri } from '../../shared/ids'
import type { Standstill } from './standstill'

/** What was asked until a moment ago, and how that ended. */
export interface GoneAsk {
  readonly ask: Ask
  readonly end: Pick<AskEnd, 'how' | 'label'>
}

/** What was started here and what it asks, as the engine tells it. */
export interface Drive {
  readonly launches: readonly Launch[]
  /** Of the runs among them that were ever paused. */
  readonly standstills: ReadonlyMap<RunUri, Standstill>
  readonly asks: readonly Ask[]
  /** Shown for some seconds more. */
  readonly gone: readonly GoneAsk[]
  /** What is or was answered by this very page: whoever pressed the button need not be told. */
  readonly own: ReadonlySet<AskId>
  readonly breaches: readonly BudgetBreach[]
  /** The one that a person has just started and waits for; it is shown until its run is there. */
  readonly awaited: LaunchId | null
}

/** Told by `takeDriveNews` alone; `awaited` by `awaitLaunch`, `own` by `useAnswering`. */
export const useDrive = create<Drive>(() => ({
  launches: [],
  standstills: new Map(),
  asks: [],
  gone: [],
  own: new Set(),
  breaches: [],
  awaited: null,
}))
