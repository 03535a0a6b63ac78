import { type Pause, pausedWithin, stillSince } from '../../shared/drive/pause'
import { formatCost } from '../../shared/formatCost'
import { formatCount } from '../../shared/formatCount'
import { formatAge, formatDuration } from '../../shared/formatDuration'
import type { RunUri } from '../../shared/ids'
import { oneLine } from '../../shared/neutraliseText'
import { totalTokens } from '../../shared/totalTokens'
import { displayWidth, truncateEnd, truncateMiddle } from '../text/displayWidth'
import { cutLine, lineWidth, type Span, type Style, type StyledLine, span } from '../text/styledText'
import type { RunPicture } from './runPicture'

export interface HeaderSettings {
  readonly width: number
  readonly now: number
  /** Written as `~` where a path begins with it. */
  readonly home: string
  /** When a person let it stand still from here. Absent: nobody asked. */
  readonly pauses?: (run: RunUri) => readonly Pause[]
}

/** Title, then the run's facts, then where it is: three lines at most. */
export function runHeader(run: RunPicture, settings: HeaderSettings): StyledLine[] {
  const title = oneLine(run.title)
  const lines: StyledLine[] = [[span(truncateEnd(title === '' ? run.uri : title, settings.width), 'bold')]]
  lines.push(...packFacts(factsOf(run, settings), settings.width))
  const folder = shortPath(run.project ?? run.cwd, settings.home)
  const uri = oneLine(run.uri)
  const room = settings.width - displayWidth(uri) - 3
  const withFolder = folder !== '' && room >= 10
  lines.push(cutLine([span(uri, 'dim'), span(withFolder ? ` · ${truncateMiddle(folder, room)}` : '', 'dim')], settings.width))
  return lines
}

export function shortPath(path: string | null, home: string): string {
  if (path === null) return ''
  const safe = oneLine(path)
  return home.length > 1 && (safe === home || safe.startsWith(`${home}/`)) ? `~${safe.slice(home.length)}` : safe
}

function factsOf(run: RunPicture, { now, pauses }: HeaderSettings): Span[] {
  const own = pauses?.(run.uri) ?? []
  const since = stillSince(own)
  const facts: Span[] = [
    stateFact(run, now, own),
    ...(since === null ? [] : [span(`paused ${formatDuration(now - since)}`, 'cut')]),
  ]
  const { agents, running, waiting, failed } = run.totals
  facts.push(span(agents === 1 ? '1 agent' : `${formatCount(agents)} agents`, 'dim'))
  const counted = (count: number, words: string, style: Style) => {
    if (count > 0) facts.push(span(`${formatCount(count)} ${words}`, style))
  }
  counted(waiting, waiting === 1 ? 'needs you' : 'need you', 'need')
  if (since === null) counted(running, 'running', 'live')
  counted(failed, 'failed', 'fail')
  const tokens = totalTokens(run.usage)
  if (tokens > 0) facts.push(span(`${formatCount(tokens)} tokens`, 'dim'))
  if (tokens > 0) facts.push(span(formatCost(run.cost), 'dim'))
  return facts
}

function stateFact(run: RunPicture, now: number, pauses: readonly Pause[]): Span {
  const start = run.started === null ? null : Date.parse(run.started)
  if (run.live)
    return span(start === null ? 'live' : `live ${formatDuration(now - start - pausedWithin(pauses, start, now))}`, 'live')
  const end = run.ended ?? run.updated
  if (end === null) return span('no times', 'dim')
  const took =
    start === null ? '' : `, took ${formatDuration(Date.parse(end) - start - pausedWithin(pauses, start, Date.parse(end)))}`
  return span(`${formatAge(now - Date.parse(end))} ago${took}`, 'dim')
}

/** Facts side by side; those that do not fit go to a second line rather than being cut. */
function packFacts(facts: readonly Span[], width: number): StyledLine[] {
  const lines: Span[][] = [[]]
  for (const fact of facts) {
    const line = lines[lines.length - 1]!
    if (line.length > 0 && lineWidth(line) + 3 + displayWidth(fact.text) > width) lines.push([fact])
    else line.push(...(line.length > 0 ? [span(' · ', 'dim'), fact] : [fact]))
  }
  return lines.map((line) => cutLine(line, width))
}
