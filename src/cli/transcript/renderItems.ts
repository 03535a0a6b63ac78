import { formatBytes } from '../../shared/formatBytes'
import { formatDuration } from '../../shared/formatDuration'
import { itemTitle } from '../../shared/itemTitle'
import { localTime } from '../../shared/localTime'
import { neutraliseText, oneLine } from '../../shared/neutraliseText'
import { toolArgument } from '../../shared/toolArgument'
import { toolOutputText } from '../../shared/toolOutputText'
import type { TranscriptItem } from '../../shared/views'
import { cutLine, type Span, type Style, type StyledLine, span } from '../text/styledText'
import type { RawEntry } from './withRaw'

const outputLines = 12

/** Items as lines: prose whole, a call as one line with the beginning of its output below, records that are none one below the other. */
export function renderItems(items: readonly (TranscriptItem | RawEntry)[], width: number): StyledLine[] {
  const lines: StyledLine[] = []
  let before: TranscriptItem['kind'] | 'raw' | null = null
  for (const item of items) {
    if (before !== null && (before !== 'raw' || item.kind !== 'raw')) lines.push([])
    before = item.kind
    if (item.kind === 'raw') lines.push(renderRaw(item, width))
    else lines.push(...(item.tool === null ? renderText(item) : renderTool(item, item.tool, width)))
  }
  return lines
}

function renderText(item: TranscriptItem): StyledLine[] {
  const quiet = item.kind === 'thinking' || item.kind === 'notice' || item.kind === 'compaction'
  const style: Style = item.kind === 'error' ? 'fail' : quiet ? 'dim' : 'plain'
  const title = span(itemTitle(item), item.kind === 'error' ? 'fail' : quiet ? 'dim' : 'bold')
  return [[...stamp(item), title], ...indented(item.text, style)]
}

function renderTool(item: TranscriptItem, tool: NonNullable<TranscriptItem['tool']>, width: number): StyledLine[] {
  const outcome: Span[] = []
  if (tool.status === 'error') outcome.push(tool.output === null ? span('  no answer', 'dim') : span('  failed', 'fail'))
  if (tool.status === 'running') outcome.push(span('  running', 'live'))
  if (tool.durationMs !== null) outcome.push(span(`  ${formatDuration(tool.durationMs)}`, 'dim'))
  if (tool.agent !== null) outcome.push(span(`  starts ${oneLine(tool.agent)}`, 'dim'))
  const head = [...stamp(item), span(oneLine(tool.name)), span(`  ${toolArgument(tool.input)}`, 'dim')]
  const room = width - outcome.reduce((sum, part) => sum + part.text.length, 0)
  const output = indented(toolOutputText(tool.output).trimEnd(), tool.status === 'error' ? 'fail' : 'dim')
  const shown = output.slice(0, outputLines).map((line) => cutLine(line, width))
  const rest = output.length - shown.length
  if (rest > 0) shown.push([span(`  … ${rest} more ${rest === 1 ? 'line' : 'lines'}`, 'dim')])
  return [[...cutLine(head, room), ...outcome], ...shown]
}

function renderRaw({ type, subtype, at, bytes }: RawEntry, width: number): StyledLine {
  const name = oneLine([type ?? 'record without a type', ...(subtype === null ? [] : [subtype])].join(' '))
  const size = `  ${formatBytes(bytes)}`
  return [...cutLine([span(`raw   ${timeOf(at)}  `, 'dim'), span(name, 'dim')], width - size.length), span(size, 'dim')]
}

function stamp(item: TranscriptItem): Span[] {
  return [span(`${String(item.n).padStart(4)}  ${timeOf(item.at)}  `, 'dim')]
}

function timeOf(at: string | null): string {
  return at === null ? '--:--:--' : localTime(at)
}

function indented(text: string, style: Style): StyledLine[] {
  if (text === '') return []
  const lines = neutraliseText(text).replaceAll('\t', '    ').split('\n')
  return lines.map((line) => (line === '' ? [] : [span('  '), span(line, style)]))
}
