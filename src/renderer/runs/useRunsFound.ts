import { useMemo } from 'react'
import { useDrive } from '../drive/useDrive'
import { useNow } from '../store/now'
import { type RunsView, useRuns } from '../store/runs'
import { useUi } from '../store/ui'
import { useCalmly } from '../store/useCalmly'
import { matchRuns } from './matchRuns'
import { openRunOrder } from './runOrder'
import { useRunsFilter } from './runsFilter'
import { daysAt, type RunsLines, sectionRuns } from './sectionRuns'

export interface RunsFound {
  readonly lines: RunsLines
  readonly matching: number
  readonly all: number
}

/** Numbers of runs change with every record of every agent: the list need not be put in order for each. */
const allRuns = {
  select: (runs: RunsView) => runs,
  isQuiet: (now: RunsView, before: RunsView) => now.rows === before.rows && now.news === before.news,
}

/** The lines of the list as they stand now. */
export function useRunsFound(): RunsFound {
  const { rows, version } = useCalmly(useRuns, allRuns)
  const filter = useRunsFilter((state) => state.filter)
  const grouping = useUi((ui) => ui.runsGrouping)
  const sort = useUi((ui) => ui.runsSort)
  const order = useMemo(() => openRunOrder(sort), [sort])
  // A new day arrives once a day: the clock ticks every second.
  const today = useNow(({ nowMs }) => new Date(nowMs).toDateString())
  const ordered = useMemo(() => ({ rows: order(rows), version }), [order, rows, version]).rows
  const standstills = useDrive((drive) => drive.standstills)
  const days = useMemo(() => daysAt(Date.parse(today)), [today])
  return useMemo(() => {
    const matching = matchRuns(ordered, filter, Date.parse(today), standstills)
    const lines = sectionRuns(matching, grouping, days, standstills)
    return { lines, matching: matching.length, all: ordered.length }
  }, [ordered, filter, grouping, days, today, standstills])
}
