import { useMemo, useState } from 'react'
import { useNow } from '../store/now'
import { useRuns } from '../store/runs'
import { useUi } from '../store/ui'
import { matchRuns } from './matchRuns'
import { openRunOrder } from './runOrder'
import { useRunsFilter } from './runsFilter'
import { daysAt, type RunsLines, sectionRuns } from './sectionRuns'

export interface RunsFound {
  readonly lines: RunsLines
  readonly matching: number
  readonly all: number
}

/** The lines of the list as they stand now. */
export function useRunsFound(): RunsFound {
  const [order] = useState(openRunOrder)
  const rows = useRuns((runs) => runs.rows)
  const version = useRuns((runs) => runs.version)
  const filter = useRunsFilter((state) => state.filter)
  const grouping = useUi((ui) => ui.runsGrouping)
  // A new day arrives once a day: the clock ticks every second.
  const today = useNow(({ nowMs }) => new Date(nowMs).toDateString())
  const ordered = useMemo(() => ({ rows: order(rows), version }), [order, rows, version]).rows
  const days = useMemo(() => daysAt(Date.parse(today)), [today])
  return useMemo(() => {
    const matching = matchRuns(ordered, filter)
    return { lines: sectionRuns(matching, grouping, days), matching: matching.length, all: ordered.length }
  }, [ordered, filter, grouping, days])
}
