import { phaseWord } from '../../shared/phaseWord'
import type { ShownPhase } from '../../shared/shownPhase'
import type { RunRow } from '../../shared/views'
import { providerLabel } from '../store/providerLabel'
import { allTime, type SpanEnds, spanEnds, type TimeSpan } from '../store/timeSpan'
import { noStandstills, runPhase, type Standstills, standsStill } from './runPhase'

export interface RunsFilter {
  readonly text: string
  readonly providers: readonly string[]
  readonly projects: readonly string[]
  readonly phases: readonly ShownPhase[]
  readonly isLiveOnly: boolean
  readonly span: TimeSpan
}

export const everyRun: RunsFilter = { text: '', providers: [], projects: [], phases: [], isLiveOnly: false, span: allTime }

export function isFiltering(filter: RunsFilter): boolean {
  return filter.text.trim() !== '' || countChoices(filter) > 0
}

/** What is chosen besides the text. */
export function countChoices({ providers, projects, phases, isLiveOnly, span }: RunsFilter): number {
  return providers.length + projects.length + phases.length + Number(isLiveOnly) + Number(span.kind !== 'all')
}

/** An empty list of a kind means: any. Every word of the text must be somewhere in what is known of the run. */
export function matchRuns(
  rows: readonly RunRow[],
  filter: RunsFilter,
  nowMs: number,
  standstills: Standstills = noStandstills,
): readonly RunRow[] {
  if (!isFiltering(filter)) return rows
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const ends = spanEnds(filter.span, nowMs)
  const isSaid = (row: RunRow): boolean => words.every((word) => isSaidOf(row, word, standstills))
  return rows.filter((row) => fits(row, filter, standstills) && isWithin(row, ends) && isSaid(row))
}

function isSaidOf(row: RunRow, word: string, standstills: Standstills): boolean {
  return searchText(row).includes(word) || stateText(row, standstills).includes(word)
}

/** What a row shows as signs, in words. */
function stateText(row: RunRow, standstills: Standstills): string {
  // A run that asks says beside it that it stands still.
  const words = [
    providerLabel(row.provider),
    phaseWord(runPhase(row, standstills)),
    standsStill(row, standstills) ? 'paused' : '',
  ]
  return `${words.join('\n')}${row.live ? '\nlive' : ''}`.toLowerCase()
}

function fits(row: RunRow, { providers, projects, phases, isLiveOnly }: RunsFilter, standstills: Standstills): boolean {
  if (isLiveOnly && !row.live) return false
  if (providers.length > 0 && !providers.includes(row.provider)) return false
  if (projects.length > 0 && !projects.includes(row.project ?? '')) return false
  return phases.length === 0 || phases.includes(runPhase(row, standstills))
}

/** Something of it happened then. A run that says nothing of its times is in none. */
function isWithin({ live, started, updated }: RunRow, { from, to }: SpanEnds): boolean {
  const first = started ?? updated
  const last = updated ?? started
  if (from !== null && !live && (last === null || last < from)) return false
  return to === null || (first !== null && first < to)
}

const texts = new WeakMap<RunRow, string>()

/** What is searched of a run, in small letters; made once a row. */
export function searchText(row: RunRow): string {
  const known = texts.get(row)
  if (known !== undefined) return known
  const text = `${row.title.slice(0, 500)}\n${row.project ?? ''}\n${row.uri}`.toLowerCase()
  texts.set(row, text)
  return text
}
