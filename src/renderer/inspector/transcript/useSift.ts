import { create } from 'zustand'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { isWanted, type Sift, type Siftable, type SiftedItems, type SiftKind } from '../../../shared/transcriptSift'
import type { TranscriptItem } from '../../../shared/views'
import { callEngine, faultOf } from '../../store/client'
import { allTime, type SpanEnds, spanEnds, type TimeSpan } from '../../store/timeSpan'
import { ShownItems } from './ShownItems'
import { type TranscriptView, useTranscript } from './useTranscript'

export interface SiftChoice {
  readonly kinds: readonly SiftKind[]
  readonly tools: readonly string[]
  readonly span: TimeSpan
  /** As they were when the span was chosen: what goes on must not push the beginning away. */
  readonly ends: SpanEnds
}

export type SiftCounts = Pick<SiftedItems, 'kinds' | 'tools' | 'last' | 'total'>

interface SiftNow {
  readonly isOpen: boolean
  readonly choice: SiftChoice
  /** Null: everything. Changed in place; `version` says when. */
  readonly shown: ShownItems | null
  readonly version: number
  readonly counts: SiftCounts | null
  readonly fault: string | null
}

export const everyItem: SiftChoice = { kinds: [], tools: [], span: allTime, ends: { from: null, to: null } }
const nothing: SiftNow = { isOpen: false, choice: everyItem, shown: null, version: 0, counts: null, fault: null }

/** Which items of the transcript are listed. */
export const useSift = create<SiftNow>(() => nothing)

interface Agent {
  readonly run: RunUri
  readonly key: AgentKey
}

const mostKept = 200
/** What was chosen for an agent, for as long as the page is open. */
const choices = new Map<string, SiftChoice>()
let agent: Agent | null = null
let asking: AbortController | null = null
/** Calls that run and are not let through: their end may be an error. */
const pending = new Set<number>()

/** Sifts an agent's transcript as it was left, for as long as it is shown. */
export function openSift(run: RunUri, key: AgentKey): () => void {
  agent = { run, key }
  useSift.setState({ ...nothing, version: useSift.getState().version + 1, choice: choices.get(`${run} ${key}`) ?? everyItem })
  const stop = useTranscript.subscribe(follow)
  follow(useTranscript.getState())
  return () => {
    stop()
    asking?.abort()
    agent = null
    useSift.setState({ ...nothing, version: useSift.getState().version + 1 })
  }
}

export function isSifting({ kinds, tools, span }: SiftChoice): boolean {
  return kinds.length + tools.length > 0 || span.kind !== 'all'
}

export function changeSift(change: Partial<Omit<SiftChoice, 'ends'>>): void {
  const { choice: before, counts } = useSift.getState()
  const lastMs = counts?.last ? Date.parse(counts.last) : Date.now()
  const choice = { ...before, ...change, ...(change.span ? { ends: spanEnds(change.span, lastMs) } : {}) }
  useSift.setState({ choice, fault: null })
  if (agent) keepChoice(`${agent.run} ${agent.key}`, choice)
  if (isSifting(choice)) void ask()
  else showAll()
}

/** How many there are of everything, for the box that is about to be opened. */
export function countItems(): void {
  // Asked again before the last answer is there, an engine with much to count would never give one.
  if (!asking || asking.signal.aborted) void ask()
}

/** Somebody is led to this item: it is shown whatever the filter says. */
export function showAnyway(n: number): void {
  const { shown, version } = useSift.getState()
  if (!shown || shown.has(n)) return
  shown.add(n, true)
  useSift.setState({ version: version + 1 })
}

export function isHidden(n: number): boolean {
  return useSift.getState().shown?.has(n) === false
}

function keepChoice(name: string, choice: SiftChoice): void {
  choices.delete(name)
  if (isSifting(choice)) choices.set(name, choice)
  const [oldest] = choices.keys()
  if (choices.size > mostKept && oldest !== undefined) choices.delete(oldest)
}

function showAll(): void {
  asking?.abort()
  pending.clear()
  useSift.setState(({ version }) => ({ shown: null, version: version + 1 }))
}

async function ask(): Promise<void> {
  const { choice } = useSift.getState()
  asking?.abort()
  if (!agent || useTranscript.getState().phase !== 'whole') return
  const own = new AbortController()
  asking = own
  const numbers: number[] = []
  try {
    for (let from: number | null = 0; from !== null; ) {
      const told: SiftedItems = await callEngine('siftItems', { ...agent, sift: siftOf(choice), from }, own.signal)
      if (own.signal.aborted) return
      for (const n of told.shown) numbers.push(n)
      const { kinds, tools, last, total, next } = told
      useSift.setState({ counts: { kinds, tools, last, total } })
      if (next === null && isSifting(choice)) take(new ShownItems(numbers, total), choice)
      from = next
    }
  } catch (error) {
    if (!own.signal.aborted) useSift.setState({ fault: faultOf(error).message })
  }
  if (asking === own) asking = null
}

function take(shown: ShownItems, choice: SiftChoice): void {
  pending.clear()
  const { items } = useTranscript.getState()
  for (const { n, tool } of items.values()) if (tool?.status === 'running' && !shown.has(n)) pending.add(n)
  useSift.setState(({ version }) => ({ shown, version: version + 1 }))
  grow(shown, choice)
}

/** The transcript has changed. */
function follow(now: TranscriptView, before?: TranscriptView): void {
  const { shown, choice } = useSift.getState()
  if (!agent || now.run !== agent.run || now.key !== agent.key) return
  if (now.phase !== 'whole') {
    if (shown) showAll()
    return
  }
  if (!isSifting(choice)) return
  if (!shown || now.total < shown.lookedAt) {
    if (before?.phase !== 'whole' || shown) void ask()
  } else if (now.version !== before?.version) grow(shown, choice)
}

/** What came behind, and calls that have ended. */
function grow(shown: ShownItems, choice: SiftChoice): void {
  const { total, items } = useTranscript.getState()
  const sift = siftOf(choice)
  let isChanged = shown.lookedAt < total
  for (let n = shown.lookedAt; n < total; n++) {
    const item = items.get(n)
    const isShown = !item || isWanted(siftableOf(item), sift)
    shown.append(isShown)
    if (!isShown && item.tool?.status === 'running') pending.add(n)
  }
  for (const n of pending) {
    const item = items.get(n)
    if (item?.tool?.status === 'running') continue
    pending.delete(n)
    if (!item || !isWanted(siftableOf(item), sift)) continue
    shown.add(n, false)
    isChanged = true
  }
  if (isChanged) useSift.setState(({ version }) => ({ version: version + 1 }))
}

function siftOf({ kinds, tools, ends }: SiftChoice): Sift {
  return { kinds, tools, from: ends.from, to: ends.to }
}

function siftableOf({ kind, tool, at }: TranscriptItem): Siftable {
  return {
    kind,
    tool: tool?.name ?? null,
    isError: tool?.status === 'error',
    at: at === null ? Number.NaN : Date.parse(at),
  }
}
