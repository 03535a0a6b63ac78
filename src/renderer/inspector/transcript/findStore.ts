import { create } from 'zustand'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { FoundItems } from '../../../shared/transcriptParts'
import { callEngine, faultOf } from '../../store/client'

/** Finding in the transcript that is shown. */
export interface Find {
  readonly isOpen: boolean
  /** How often it was asked for since it is open. */
  readonly asked: number
  readonly text: string
  /** Numbers of items that hold the text, in order. */
  readonly hits: readonly number[]
  /** How much of the transcript was looked through, 0 to 1; below 1 there may be more hits. */
  readonly searched: number
  readonly isBusy: boolean
  /** Which hit the reader stands at. */
  readonly at: number | null
  readonly fault: string | null
}

const nothing: Find = { isOpen: false, asked: 0, text: '', hits: [], searched: 1, isBusy: false, at: null, fault: null }

export const useFind = create<Find>(() => nothing)

export function openFind(): void {
  useFind.setState(({ asked }) => ({ isOpen: true, asked: asked + 1 }))
}

export function closeFind(): void {
  stopFinding()
  useFind.setState(nothing, true)
}

let finding: AbortController | null = null

/** What is looked for at the moment is not wanted any more. */
export function stopFinding(): void {
  finding?.abort()
  finding = null
}

export interface Wanted {
  readonly agent: { readonly run: RunUri; readonly key: AgentKey }
  readonly text: string
  /** Where the reader stands: the first hit from there on is the one to show. */
  readonly near: number
  /** Once: as soon as it is known which hit that is. */
  readonly onFirst: (at: number) => void
}

/** Looks through the whole transcript, as many questions as it takes: an answer without a hit is not the end. */
export async function findText(wanted: Wanted): Promise<void> {
  stopFinding()
  const { text } = wanted
  useFind.setState({ text, hits: [], searched: text === '' ? 1 : 0, isBusy: text !== '', at: null, fault: null })
  if (text === '') return
  const own = new AbortController()
  finding = own
  try {
    for (let from: number | null = 0; from !== null; ) {
      const found: FoundItems = await callEngine('findItems', { ...wanted.agent, text, from }, own.signal)
      if (own.signal.aborted) return
      takeHits(found, wanted)
      from = found.next !== null && found.next > from ? found.next : null
    }
  } catch (error) {
    if (!own.signal.aborted) useFind.setState({ isBusy: false, searched: 1, fault: faultOf(error).message })
  }
}

function takeHits({ hits: more, total, next }: FoundItems, { near, onFirst }: Wanted): void {
  const { hits: before, at: stood } = useFind.getState()
  const hits = more.length === 0 ? before : [...before, ...more]
  const isLast = next === null
  const first = hits.length > 0 && (isLast || (hits.at(-1) ?? -1) >= near) ? hitNear(hits, near) : null
  const at = stood ?? first
  useFind.setState({ hits, at, searched: isLast || total === 0 ? 1 : next / total, isBusy: !isLast })
  if (stood === null && at !== null) onFirst(at)
}

/** The hit at or behind an item, else the last one. */
export function hitNear(hits: readonly number[], n: number): number {
  const at = hits.findIndex((hit) => hit >= n)
  return at < 0 ? hits.length - 1 : at
}

/** Round and round, but not past an end that may not be one. */
export function stepHit({ at, hits, searched }: Pick<Find, 'at' | 'hits' | 'searched'>, by: 1 | -1): number | null {
  if (hits.length === 0) return null
  if (at === null) return by === 1 ? 0 : hits.length - 1
  const to = at + by
  if (to < 0) return searched === 1 ? hits.length - 1 : 0
  if (to >= hits.length) return searched === 1 ? 0 : hits.length - 1
  return to
}
