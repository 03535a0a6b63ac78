import { z } from 'zod'
import { create } from 'zustand'
import { type AgentKey, RunUri } from '../../shared/ids'
import type { ShownPhase } from '../../shared/shownPhase'
import { latestFolds } from './latestFolds'
import { allTime, type TimeSpan } from './timeSpan'

/** What the page remembers of itself between starts. Settings that belong to the person are the engine's (`Settings`). */
const Remembered = z.object({
  runsWidth: z.number().min(180).max(400).default(228),
  isRunsRail: z.boolean().default(false),
  inspectorWidth: z.number().min(320).max(720).default(396),
  isInspectorOpen: z.boolean().default(true),
  isMapOpen: z.boolean().default(true),
  colourBy: z.enum(['phase', 'type']).default('phase'),
  runsGrouping: z.enum(['time', 'project', 'status', 'provider', 'nothing']).default('time'),
  agentsGrouping: z.enum(['nothing', 'status', 'type', 'model', 'depth']).default('status'),
  agentsSort: z.enum(['calls', 'activity', 'cost', 'tokens', 'time']).default('calls'),
  runsSort: z.enum(['activity', 'started', 'cost', 'tokens', 'agents']).default('activity'),
  isDrawerOpen: z.boolean().default(true),
  drawerHeight: z.number().min(160).max(4000).default(288),
  inspectorTab: z.enum(['transcript', 'result', 'tools', 'subtree', 'facts']).default('transcript'),
  /** Run → agent → what the person chose; agents without a word follow the defaults of the canvas. */
  folds: z.record(z.string(), z.record(z.string(), z.enum(['open', 'folded']))).default({}),
  lastRun: RunUri.nullable().default(null),
})
export type Remembered = z.infer<typeof Remembered>

/** Kinds of events that an agent may have in its transcript. */
export type Deed = 'errors' | 'tools'

export interface TreeFilter {
  readonly text: string
  readonly phases: readonly ShownPhase[]
  readonly types: readonly string[]
  readonly models: readonly string[]
  /** What they have done, each of it. */
  readonly deeds: readonly Deed[]
  /** When they were at work, in part at least. */
  readonly span: TimeSpan
  readonly showsHidden: boolean
}

export const noFilter: TreeFilter = {
  ...{ text: '', phases: [], types: [], models: [], deeds: [] },
  span: allTime,
  showsHidden: false,
}

export type Camera = 'follow' | 'fit' | 'free'
export type Overlay = 'palette' | 'attention' | 'settings' | 'keys' | 'unplaced' | 'health' | 'new-run' | null

export interface Ui extends Remembered {
  readonly run: RunUri | null
  /** The agent that is selected in every view. */
  readonly selected: AgentKey | null
  readonly camera: Camera
  readonly filter: TreeFilter
  readonly overlay: Overlay
  /** An item of the selected agent's transcript to scroll to; cleared by the transcript when it has. */
  readonly wantedItem: number | null
  /** How often a run or an agent was chosen: also the one that is shown already, which may lie behind something else. */
  readonly chosen: number
  /** Brings the selected node into view when it changes: asked by everything but the canvas itself. */
  readonly revealed: { readonly key: AgentKey; readonly times: number } | null
}

const storageKey = 'understory.page'

function recall(): Remembered {
  try {
    const parsed = Remembered.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
    if (parsed.success) return parsed.data
  } catch {
    // Forbidden storage or a text that is not JSON: begin with the defaults.
  }
  return Remembered.parse({})
}

export const useUi = create<Ui>(() => ({
  ...recall(),
  run: null,
  selected: null,
  camera: 'follow',
  filter: noFilter,
  overlay: null,
  wantedItem: null,
  revealed: null,
  chosen: 0,
}))

const rememberedFields = Remembered.keyof().options
let isWriting = false

// Once for all that changes in one go, and not at all for what is not remembered: every selection and every camera passes here.
useUi.subscribe((ui, before) => {
  if (isWriting || rememberedFields.every((field) => Object.is(ui[field], before[field]))) return
  isWriting = true
  queueMicrotask(write)
})

function write(): void {
  isWriting = false
  const ui = useUi.getState()
  const { success, data } = Remembered.safeParse(ui)
  if (!success) return
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...data, folds: latestFolds(data.folds, ui.run) }))
  } catch {
    // Full or forbidden: the page works, it only forgets.
  }
}
