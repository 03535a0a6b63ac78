import { useMemo } from 'react'
import type { RunUri } from '../../shared/ids'
import type { RunRow } from '../../shared/views'
import type { ForestView } from '../store/applyForestFrame'
import { useForest } from '../store/forest'
import { onlyRowCounts } from '../store/onlyCounts'
import { type RunsView, useRuns } from '../store/runs'
import { useUi } from '../store/ui'
import { useCalmly } from '../store/useCalmly'

/** The row of the run that is shown: the run's own word, else the list's. */
export function useRow(): RunRow | null {
  const run = useUi((ui) => ui.run)
  const { own, listed } = useMemo(() => hearingsOf(run), [run])
  const row = useCalmly(useForest, own)
  const inList = useCalmly(useRuns, listed)
  return row ?? inList
}

function hearingsOf(run: RunUri | null) {
  return {
    own: { select: (forest: ForestView) => (forest.run === run ? forest.row : null), isQuiet: onlyRowCounts },
    listed: { select: ({ rows }: RunsView) => (run === null ? null : (rows.get(run) ?? null)), isQuiet: onlyRowCounts },
  }
}
