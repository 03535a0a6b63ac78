import type { RunUri } from '../../shared/ids'
import { phaseWord } from '../../shared/phaseWord'
import type { RunRow } from '../../shared/views'
import { loudOrder } from '../store/loudOrder'
import { providerLabel } from '../store/providerLabel'
import type { Remembered } from '../store/ui'
import { projectName } from './projectName'
import { timeOf } from './runOrder'
import { noStandstills, runPhase, type Standstills } from './runPhase'

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

export type RunsGrouping = Remembered['runsGrouping']

/** Runs in order, with a line before every part. Parts of time and status have an order of their own; others follow their first run. */
export function sectionRuns(
  ordered: readonly RunRow[],
  grouping: RunsGrouping,
  days: Days,
  standstills: Standstills = noStandstills,
): RunsLines {
  if (grouping === 'nothing') return linesOf([{ id: '', label: null, rows: ordered }])
  const parts = new Map<string, RunRow[]>()
  for (const row of ordered) {
    const id = partOf(row, grouping, days, standstills)
    const part = parts.get(id)
    if (part) part.push(row)
    else parts.set(id, [row])
  }
  const own: readonly string[] = grouping === 'time' ? timeOrder : grouping === 'status' ? loudOrder : []
  const entries = [...parts].sort(([a], [b]) => own.indexOf(a) - own.indexOf(b))
  return linesOf(entries.map(([id, rows]) => ({ id, label: labelOf(id, grouping), rows })))
}

type Division = Exclude<RunsGrouping, 'nothing'>

function partOf(row: RunRow, grouping: Division, days: Days, standstills: Standstills): string {
  switch (grouping) {
    case 'time':
      return timeLabel(row, days)
    case 'project':
      return row.project ?? ''
    case 'status':
      return runPhase(row, standstills)
    case 'provider':
      return row.provider
    default:
      return grouping satisfies never
  }
}

function labelOf(id: string, grouping: Division): string {
  switch (grouping) {
    case 'time':
      return id
    case 'project':
      return id === '' ? 'No project' : projectName(id)
    case 'status':
      return phaseWord(loudOrder.find((phase) => phase === id) ?? 'unknown')
    case 'provider':
      return providerLabel(id)
    default:
      return grouping satisfies never
  }
}

interface Part {
  readonly id: string
  /** Null: no line says where it begins. */
  readonly label: string | null
  readonly rows: readonly RunRow[]
}

function linesOf(parts: readonly Part[]): RunsLines {
  const starts: number[] = []
  let count = 0
  for (const { rows, label } of parts) {
    starts.push(count)
    count += rows.length + headOf(label)
  }
  return {
    count,
    shape: `${starts.join()} ${count}`,
    at(index) {
      const place = starts.findLastIndex((start) => start <= index)
      const part = parts[place]
      const start = starts[place]
      if (!part || start === undefined) return null
      if (index === start && part.label !== null)
        return { kind: 'section', id: part.id, label: part.label, count: part.rows.length }
      const row = part.rows[index - start - headOf(part.label)]
      return row ? { kind: 'run', row } : null
    },
    indexOf(run) {
      for (const [place, { rows, label }] of parts.entries()) {
        const within = rows.findIndex(({ uri }) => uri === run)
        if (within >= 0) return (starts[place] ?? 0) + within + headOf(label)
      }
      return -1
    },
  }
}

function headOf(label: string | null): number {
  return label === null ? 0 : 1
}

const timeOrder = ['Now', 'Today', 'Yesterday', 'This week', 'Older'] as const

function timeLabel(row: RunRow, { today, yesterday, week }: Days): (typeof timeOrder)[number] {
  if (row.live) return 'Now'
  const time = timeOf(row)
  if (time >= today) return 'Today'
  if (time >= yesterday) return 'Yesterday'
  return time >= week ? 'This week' : 'Older'
}
