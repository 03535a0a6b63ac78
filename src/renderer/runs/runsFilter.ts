import { create } from 'zustand'
import { everyRun, type RunsFilter } from './matchRuns'

/** What the list of runs is narrowed to, for as long as the page is open. */
export const useRunsFilter = create<{ readonly filter: RunsFilter; readonly isTextOpen: boolean }>(() => ({
  filter: everyRun,
  isTextOpen: false,
}))

export function changeRunsFilter(change: Partial<RunsFilter>): void {
  useRunsFilter.setState(({ filter }) => ({ filter: { ...filter, ...change } }))
}

export function clearRunsFilter(): void {
  useRunsFilter.setState({ filter: everyRun, isTextOpen: false })
}
