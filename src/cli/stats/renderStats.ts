import { agentLabel } from '../../shared/agentLabel'
import { formatCost } from '../../shared/formatCost'
import { formatCount } from '../../shared/formatCount'
import { formatDuration } from '../../shared/formatDuration'
import { localTime } from '../../shared/localTime'
import type { Activity, RunStats } from '../../shared/measureRun'
import { oneLine } from '../../shared/neutraliseText'
import { phaseGroup } from '../../shared/phaseWord'
import type { TreeView } from '../../shared/views'
import { type Column, layTable } from '../text/layTable'
import { phaseGlyph } from '../text/phaseGlyph'
import { type StyledLine, span } from '../text/styledText'
import { type HeaderSettings, runHeader } from '../tree/runHeader'

const right = (title: string): Column => ({ title, align: 'right' })
const left = (title: string, flexible = false): Column => ({ title, align: 'left', flexible })

export function renderStats(tree: TreeView, stats: RunStats, settings: HeaderSettings): StyledLine[] {
  const lines: StyledLine[] = [...runHeader(tree, settings), [], paceLine(stats), []]
  const names: Column[] = [left('type', true), right('agents')]
  const numbers = numberColumns(settings.width)
  const named = (name: string, activity: Activity): StyledLine[] => [
    [span(name)],
    [span(formatCount(activity.agents), 'dim')],
    ...numberCells(activity, numbers),
  ]
  const rows = [named('main', stats.root), ...stats.byType.map((row) => named(oneLine(row.type ?? 'no type'), row))]
  if (stats.hidden.agents > 0) rows.push(named('hidden', stats.hidden))
  rows.push(named('total', stats.total))
  lines.push(...layTable([...names, ...numbers], rows, settings.width), [])
  const levels = stats.levels.map((level) => named(`level ${level.depth}`, level))
  if (levels.length > 1) lines.push(...layTable([left('depth', true), right('agents'), ...numbers], levels, settings.width), [])
  const agents = [...tree.agents, ...tree.unplaced].map((agent, i): StyledLine[] => [
    [span(phaseGlyph(agent.phase), phaseGroup(agent.phase))],
    [span(agentLabel(agent)), span(agent.description === null ? '' : `  ${oneLine(agent.description)}`, 'dim')],
    ...numberCells(stats.agents[i] ?? stats.total, numbers),
  ])
  lines.push(...layTable([left(''), left('agent', true), ...numbers], agents, settings.width))
  return lines
}

function paceLine(stats: RunStats): StyledLine {
  const parts: string[] = []
  if (stats.wallMs !== null) parts.push(`wall time ${formatDuration(stats.wallMs)}`)
  const subMs = stats.total.agentMs - stats.root.agentMs - stats.hidden.agentMs
  if (subMs > 0) parts.push(`sub-agents' time ${formatDuration(subMs)}`)
  const { average, peak } = stats.parallelism
  if (average !== null) parts.push(`${average.toFixed(1)} at once on average, ${peak} at most`)
  return [span(parts.length === 0 ? 'no times recorded' : parts.join(' · '))]
}

function numberColumns(width: number): Column[] {
  if (width < 70) return [right('tools'), right('tokens'), right('cost')]
  if (width < 100) return [right('tools'), right('errors'), right('tokens'), right('cost'), right('time')]
  return ['tools', 'messages', 'errors', 'tokens', 'cost', 'first', 'last', 'time'].map(right)
}

function numberCells(activity: Activity, columns: readonly Column[]): StyledLine[] {
  return columns.map((column) => [numberCell(activity, column.title)])
}

function numberCell(activity: Activity, title: string): StyledLine[number] {
  switch (title) {
    case 'tools':
      return span(formatCount(activity.tools), 'dim')
    case 'messages':
      return span(formatCount(activity.messages), 'dim')
    case 'errors':
      return activity.errors === 0 ? span('0', 'dim') : span(formatCount(activity.errors), 'fail')
    case 'tokens':
      return span(formatCount(activity.tokens))
    case 'cost':
      return span(costText(activity), 'dim')
    case 'first':
      return span(activity.first === null ? '' : localTime(activity.first), 'dim')
    case 'last':
      return span(activity.last === null ? '' : localTime(activity.last), 'dim')
    default:
      return span(formatDuration(activity.agentMs), 'dim')
  }
}

function costText(activity: Activity): string {
  if (activity.tokens === 0) return ''
  return formatCost({ usd: activity.usd, complete: activity.priced })
}
