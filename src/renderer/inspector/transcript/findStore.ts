import { create } from 'zustand'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { callEngine, faultOf } from '../../store/client'

/** Finding in the transcript that is shown. */
export interface Find {
  readonly isOpen: boolean
  readonly text: string
  /** Numbers of items that hold the text, in order. */
  readonly hits: readonly number[]
  readonly isComplete: boolean
  readonly isBusy: boolean
  /** Which hit the reader stands at. */
  readonly at: number | null
  readonly fault: string | null
}

const nothing: Find = { isOpen: false, text: '', hits: [], isComplete: true, isBusy: false, at: null, fault: null }

export const useFind = create<Find>(() => nothing)

export function openFind(): void {
  useFind.setState({ isOpen: true })
}

export function closeFind(): void {
  useFind.setState(nothing, true)
}

let asked = 0

/** Looks the text up from the start; an answer that was overtaken is dropped. */
export async function findText(
  agent: { readonly run: RunUri; readonly key: AgentKey },
  text: string,
  near: number,
): Promise<void> {
  asked += 1
  const own = asked
  useFind.setState({ text, hits: [], isComplete: true, isBusy: text !== '', at: null, fault: null })
  if (text === '') return
  await takeHits(own, agent, 0)
  if (own === asked) useFind.setState(({ hits }) => ({ at: hits.length === 0 ? null : hitNear(hits, near) }))
}

/** More hits behind the last one, where the engine stopped at its limit. */
export async function findMore(agent: { readonly run: RunUri; readonly key: AgentKey }): Promise<void> {
  const { hits, isBusy, isComplete } = useFind.getState()
  if (isBusy || isComplete) return
  useFind.setState({ isBusy: true })
  await takeHits(asked, agent, (hits.at(-1) ?? -1) + 1)
}

async function takeHits(own: number, agent: { readonly run: RunUri; readonly key: AgentKey }, from: number): Promise<void> {
  const { text } = useFind.getState()
  try {
    const found = await callEngine('findItems', { ...agent, text, from })
    if (own !== asked) return
    useFind.setState(({ hits }) => ({
      hits: [...hits, ...found.hits.filter((n) => n > (hits.at(-1) ?? -1))],
      isComplete: found.isComplete || found.hits.length === 0,
      isBusy: false,
    }))
  } catch (error) {
    if (own === asked) useFind.setState({ isBusy: false, isComplete: true, fault: faultOf(error).message })
  }
}

/** The hit at or behind an item, else the last one. */
export function hitNear(hits: readonly number[], n: number): number {
  const at = hits.findIndex((hit) => hit >= n)
  return at < 0 ? hits.length - 1 : at
}

/** Round and round, but not past an end that may not be one. */
export function stepHit({ at, hits, isComplete }: Pick<Find, 'at' | 'hits' | 'isComplete'>, by: 1 | -1): number | null {
  if (hits.length === 0) return null
  if (at === null) return by === 1 ? 0 : hits.length - 1
  const to = at + by
  if (to < 0) return isComplete ? hits.length - 1 : 0
  if (to >= hits.length) return isComplete ? 0 : hits.length - 1
  return to
}
