import { stillSince } from '../../shared/drive/pause'
import { formatCost } from '../../shared/formatCost'
import { formatCount } from '../../shared/formatCount'
import { formatAge } from '../../shared/formatDuration'
import { loudestPhase } from '../../shared/loudestPhase'
import { oneLine } from '../../shared/neutraliseText'
import { phaseGroup, phaseWord } from '../../shared/phaseWord'
import { type ShownPhase, shownPhase } from '../../shared/shownPhase'
import { totalTokens } from '../../shared/totalTokens'
import type { RunRow } from '../../shared/views'
import { truncateMiddle } from '../text/displayWidth'
import { type Column, layRows } from '../text/layTable'
import { phaseGlyph } from '../text/phaseGlyph'
import { type Span, type StyledLine, span } from '../text/styledText'
import { type HeaderSettings, shortPath } from '../tree/runHeader'

// From here on the address fits beside the title; below it has a line of its own, because it must be whole to be of use.
const oneLineFrom = 150

export function renderRuns(rows: readonly RunRow[], settings: HeaderSettings): Iterable<StyledLine> {
  return settings.width >= oneLineFrom ? wideTable(rows, settings) : pairedLines(rows, settings)
}

const facts: readonly Column[] = [
  { title: 'age', align: 'right' },
  { title: '', align: 'left' },
  { title: 'run', align: 'left', flexible: true },
  { title: 'agents', align: 'right' },
  { title: 'tokens', align: 'right' },
  { title: 'cost', align: 'right' },
]

function factCells(run: RunRow, { now, pauses }: HeaderSettings): StyledLine[] {
  const since = stillSince(pauses?.(run.uri) ?? [])
  const isStill = since !== null
  const phase = shownPhase(loudestPhase(run), isStill)
  const title = oneLine(run.title)
  const word: Span[] = worthWords.has(phase) ? [span(`  ${phaseWord(phase)}`, phaseGroup(phase))] : []
  // Of its own: who waits for a person or has failed is not what stands still.
  const still: Span[] = since === null ? [] : [span(`  paused ${formatAge(now - since)}`, phaseGroup('paused'))]
  const tokens = totalTokens(run.usage)
  return [
    [span(run.updated === null ? '' : formatAge(now - Date.parse(run.updated)), 'dim')],
    [span(phaseGlyph(phase), phaseGroup(phase))],
    [span(title === '' ? '(no title)' : title, run.live ? 'bold' : 'plain'), ...word, ...still],
    agentsCell(run, isStill),
    [span(tokens === 0 ? '' : formatCount(tokens), 'dim')],
    [span(tokens === 0 ? '' : formatCost(run.cost), 'dim')],
  ]
}

const worthWords: ReadonlySet<ShownPhase> = new Set(['waiting', 'failed'])

function agentsCell({ agents }: RunRow, isStill: boolean): StyledLine {
  const active = (isStill ? 0 : agents.running) + agents.waiting
  if (active === 0) return [span(agents.total === 0 ? '' : formatCount(agents.total), 'dim')]
  return [span(formatCount(active), agents.waiting > 0 ? 'need' : 'live'), span(`/${formatCount(agents.total)}`, 'dim')]
}

function wideTable(rows: readonly RunRow[], settings: HeaderSettings): Iterable<StyledLine> {
  const { width, home } = settings
  const columns: Column[] = [...facts, { title: 'project', align: 'left' }, { title: 'uri', align: 'left' }]
  const cellsOf = (run: RunRow): StyledLine[] => [
    ...factCells(run, settings),
    [span(Number.isFinite(width) ? truncateMiddle(projectOf(run, home), 32) : projectOf(run, home), 'dim')],
    [span(oneLine(run.uri), 'dim')],
  ]
  return layRows(columns, rows, cellsOf, width)
}

function* pairedLines(rows: readonly RunRow[], settings: HeaderSettings): Generator<StyledLine> {
  const { width, home } = settings
  const columns = width < 60 ? facts.slice(0, 4) : facts
  const indent = ' '.repeat(Math.max(3, ...rows.map((run) => (factCells(run, settings)[0]?.[0]?.text ?? '').length)) + 5)
  let next = 0
  for (const line of layRows(columns, rows, (run) => factCells(run, settings), width)) {
    yield line
    // The first line is the heading.
    const run = rows[next++ - 1]
    if (!run) continue
    const room = width - indent.length - run.uri.length - 3
    const project = room < 8 ? '' : ` · ${truncateMiddle(projectOf(run, home), room)}`
    const address = width < indent.length + run.uri.length ? oneLine(run.uri) : `${indent}${oneLine(run.uri)}`
    // Never cut: an address that is not whole is of no use.
    yield [span(`${address}${project}`, 'dim')]
  }
}

function projectOf(run: RunRow, home: string): string {
  return shortPath(run.project ?? run.cwd, home)
}
