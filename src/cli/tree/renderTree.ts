import { arrangeTree } from '../../shared/arrangeTree'
import { type Pause, stillSince } from '../../shared/drive/pause'
import { oneLine } from '../../shared/neutraliseText'
import { phaseGroup, phaseWord } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import type { AgentView } from '../../shared/views'
import { cutLine, lineWidth, padLine, type Span, type StyledLine, span } from '../text/styledText'
import { agentLine } from './agentLine'
import { type MetricName, metricCell, metricsFor } from './metricCell'
import { type HeaderSettings, runHeader } from './runHeader'
import type { RunPicture } from './runPicture'
import { type TreeRow, treeRows } from './treeRows'

// Beyond this a line that is not cut still keeps its columns aligned with the others'.
const unlimitedLeft = 96

/** A run as lines of text. `width` is Infinity where nothing may be cut. */
export function renderTree(run: RunPicture, settings: HeaderSettings): StyledLine[] {
  const maxRails = Number.isFinite(settings.width) ? Math.max(3, Math.floor((settings.width * 0.2) / 3)) : 40
  const tree = arrangeTree(run.agents, run.root)
  const rows = tree.root === null ? [] : treeRows(tree, tree.root, maxRails)
  const pauses = settings.pauses?.(run.uri) ?? []
  const lines = [...runHeader(run, settings), [], ...layRows(rows, settings, pauses)]
  const quiet = run.quiet ?? 0
  if (quiet > 0) lines.push([span(`… ${quiet} more ${quiet === 1 ? 'agent' : 'agents'}; a taller window shows them`, 'dim')])
  lines.push(...unplacedLines(run.unplaced, settings.width, stillSince(pauses) !== null), ...hiddenLines(run.agents))
  return lines.map((line) => cutLine(line, settings.width))
}

function layRows(rows: readonly TreeRow[], settings: HeaderSettings, pauses: readonly Pause[]): StyledLine[] {
  if (rows.length === 0) return [[span('nothing recorded yet', 'dim')]]
  const metrics = metricsFor(settings.width)
  const cells = rows.map((row) =>
    metrics.map((name) => metricCell(name, row.agent, row.hasChildren, { now: settings.now, pauses })),
  )
  const shown = metrics.filter((name, i) => name === 'status' || cells.some((line) => line[i]?.text !== ''))
  const widths = new Map<MetricName, number>()
  for (const name of shown) {
    const column = cells.map((line) => lineWidth([line[metrics.indexOf(name)]!]))
    widths.set(name, widestOf(column, leastWidths[name]))
  }
  const right = [...widths.values()].reduce((sum, width) => sum + width + 2, 0)
  const available = Number.isFinite(settings.width) ? Math.max(12, settings.width - right) : Number.POSITIVE_INFINITY
  const left = rows.map((row) => agentLine(row.agent, row.branch, available, stillSince(pauses) !== null))
  const widest = widestOf(left.map(lineWidth), 0)
  const leftWidth = Math.min(widest, Number.isFinite(settings.width) ? available : unlimitedLeft)
  const lay = (line: StyledLine, cellOf: (name: MetricName) => Span): StyledLine => {
    const laid: Span[] = [...padLine(line, leftWidth)]
    for (const name of shown) {
      const cell = cellOf(name)
      const gap = span(' '.repeat(Math.max(0, (widths.get(name) ?? 0) - lineWidth([cell]))))
      laid.push(span('  '), ...(name === 'status' ? [cell, gap] : [gap, cell]))
    }
    return trimEnd(laid)
  }
  const heading = lay([], (name) => span(headings[name], 'dim'))
  const body = left.map((line, i) => lay(line, (name) => cells[i]?.[metrics.indexOf(name)] ?? span('')))
  return shown.some((name) => name === 'tools' || name === 'tokens') ? [heading, ...body] : body
}

const headings: Readonly<Record<MetricName, string>> = {
  status: '',
  time: 'time',
  tools: 'tools',
  tokens: 'tokens',
  total: 'with sub',
  cost: 'cost',
}

// Room for what the next second may bring: while a run lives, columns should not jump.
const leastWidths: Readonly<Record<MetricName, number>> = { status: 9, time: 5, tools: 5, tokens: 6, total: 8, cost: 6 }

// No spreading into Math.max: ten thousand rows are near the limit of arguments.
function widestOf(values: readonly number[], least: number): number {
  return values.reduce((widest, value) => Math.max(widest, value), least)
}

function trimEnd(line: readonly Span[]): StyledLine {
  let end = line.length
  while (end > 0 && line[end - 1]!.text.trim() === '') end -= 1
  return line.slice(0, end)
}

function unplacedLines(unplaced: readonly AgentView[], width: number, isPaused: boolean): StyledLine[] {
  const visible = unplaced.filter((agent) => agent.hidden === null)
  if (visible.length === 0) return []
  const title = visible.length === 1 ? '1 agent whose parent is not known' : `${visible.length} agents whose parent is not known`
  const lines: StyledLine[] = [[], [span(title, 'dim')]]
  for (const agent of visible) {
    const reason = oneLine(agent.link.note)
    const shown = shownPhase(agent.phase, isPaused)
    const word = [span(`  ${phaseWord(shown)}`, phaseGroup(shown))]
    const why = reason === '' ? [] : [span(` · ${reason}`, 'dim')]
    const room = Math.max(12, Math.min(width, 400) - 2 - lineWidth([...word, ...why]))
    lines.push([span('  '), ...agentLine(agent, '', room, isPaused), ...word, ...why])
  }
  return lines
}

function hiddenLines(agents: readonly AgentView[]): StyledLine[] {
  const counts = new Map<string, number>()
  for (const { hidden } of agents) if (hidden !== null) counts.set(hidden, (counts.get(hidden) ?? 0) + 1)
  if (counts.size === 0) return []
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind === 'user' ? 'by hand' : kind}`).join(', ')
  return [[], [span(`${total} hidden (${kinds})`, 'dim')]]
}
