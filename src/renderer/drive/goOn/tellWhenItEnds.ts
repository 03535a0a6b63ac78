import { create } from 'zustand'
import type { RunUri } from '../../../shared/ids'
import { useRuns } from '../../store/runs'

interface Awaited {
  readonly waiting: readonly RunUri[]
  /** They have ended, and the person has not gone on yet. */
  readonly ended: readonly RunUri[]
}

/** Sessions that a person wants to resume as soon as their owner lets go. */
export const useAwaitedEnds = create<Awaited>(() => ({ waiting: [], ended: [] }))

export function tellWhenItEnds(run: RunUri): void {
  useAwaitedEnds.setState(({ waiting, ended }) => ({
    waiting: [...waiting.filter((one) => one !== run), run],
    ended: ended.filter((one) => one !== run),
  }))
  look()
}

export function forgetEnd(run: RunUri): void {
  useAwaitedEnds.setState(({ waiting, ended }) => ({
    waiting: waiting.filter((one) => one !== run),
    ended: ended.filter((one) => one !== run),
  }))
}

function look(): void {
  const { waiting } = useAwaitedEnds.getState()
  if (waiting.length === 0) return
  const { rows } = useRuns.getState()
  const over = waiting.filter((run) => rows.get(run)?.live === false)
  if (over.length === 0) return
  useAwaitedEnds.setState(({ ended }) => ({
    waiting: waiting.filter((run) => !over.includes(run)),
    ended: [...ended, ...over],
  }))
}

useRuns.subscribe(look)
