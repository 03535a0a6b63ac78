import type { RunUri } from '../../shared/ids'
import type { RunRow } from '../../shared/views'
import { projectName } from './projectName'
import { timeOf } from './runOrder'

export type RunsEntry =
  | { readonly kind: 'section'; readonly id: string; readonly label: string; readonly count: number }
  | { readonly kind: 'run'; readonly row: RunRow }

/** The first instants of the days that divide the list, in the person's own time zone. */
export interface Days {
  readonly today: string
  readonly yesterday: string
  readonly week: string
}

export function daysAt(nowMs: number): Days {
  const now = new Date(nowMs)
  const midnight = (back: number): string => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).toISOString()
  // Weeks begin on Monday, and "this week" is what is left of it before yesterday.
  return { today: midnight(0), yesterday: midnight(1), week: midnight((now.getDay() + 6) % 7) }
}

export interface RunsLines {
  readonly count: number
  /** Changes with the places of the sections, and with nothing else. */
  readonly shape: string
  at(index: number): RunsEntry | null
  /** Where a run stands; -1: nowhere. */
  indexOf(run: RunUri): number
}

/** Runs in order, with a line before every part: by time, or by project in the order of their newest run. */
export function sectionRuns(ordered: readonly RunRow[], grouping: 'time' | 'project', days: Days): RunsLines {
  const parts = new Map<string, RunRow[]>()
  for (const row of ordered) {
    const id = grouping === 'time' ? timeLabel(row, days) : (row.project ?? '')
    const part = parts.get(id)
    if (part) part.push(row)
    else parts.set(id, [row])
  }
  const labelOf = (id: string): string => (grouping === 'time' ? id : id === '' ? 'No project' : projectName(id))
  return linesOf([...parts].map(([id, rows]) => ({ id, label: labelOf(id), rows })))
}

interface Part {
  readonly id: string
  readonly label: string
  readonly rows: readonly RunRow[]
}

function linesOf(parts: readonly Part[]): RunsLines {
  const starts: number[] = []
  let count = 0
  for (const { rows } of parts) {
    starts.push(count)
    count += rows.length + 1
  }
  return {
    count,
    shape: `${starts.join()} ${count}`,
    at(index) {
      const place = starts.findLastIndex((start) => start <= index)
      const part = parts[place]
      const start = starts[place]
      if (!part || start === undefined) return null
      if (index === start) return { kind: 'section', id: part.id, label: part.label, count: part.rows.length }
      const row = part.rows[index - start - 1]
      return row ? { kind: 'run', row } : null
    },
    indexOf(run) {
      for (const [place, { rows }] of parts.entries()) {
        const within = rows.findIndex(({ uri }) => uri === run)
        if (within >= 0) return (starts[place] ?? 0) + within + 1
      }
      return -1
    },
  }
}

function timeLabel(row: RunRow, { today, yesterday, week }: Days): string {
  if (row.live) return 'Now'
  const time = timeOf(row)
  if (time >= today) return 'Today'
  if (time >= yesterday) return 'Yesterday'
  return time >= week ? 'This week' : 'Older'
}
