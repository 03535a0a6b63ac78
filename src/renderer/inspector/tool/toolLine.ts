import { formatBytes } from '../../../shared/formatBytes'
import { formatExact } from '../../../shared/formatCount'
import { formatDuration } from '../../../shared/formatDuration'
import { oneLine } from '../../../shared/neutraliseText'
import { toolArgument } from '../../../shared/toolArgument'
import { toolOutputText } from '../../../shared/toolOutputText'
import type { TranscriptItem } from '../../../shared/views'
import { inProject } from '../../store/inProject'
import { countLines } from './countLines'
import { diffLines } from './diffLines'
import { editsOf } from './editsOf'
import { countChanges } from './hunksOf'
import { inputFields, textField } from './inputFields'
import { plural } from './plural'
import { todosOf } from './todosOf'
import { toolKind } from './toolKind'

export type Tool = NonNullable<TranscriptItem['tool']>

/** What a call was asked, on one line: for a shell the command itself, for a file its path. */
export function argumentOf(tool: Tool): string {
  const kind = toolKind(tool.name)
  const todos = kind === 'todo' ? todosOf(tool.input) : null
  if (todos) return oneLine(`${plural(todos.length, 'item')}: ${todos.map(({ text }) => text).join(', ')}`.slice(0, 300))
  const fields = inputFields(tool.input)
  const telling = kind === 'shell' ? textField(fields, 'command', 'cmd') : kind === 'search' ? searchText(fields) : null
  return inProject((telling === null ? toolArgument(tool.input) : oneLine(telling.slice(0, 500))).slice(0, 500))
}

function searchText(fields: ReadonlyMap<string, unknown>): string | null {
  const pattern = textField(fields, 'pattern', 'query')
  const place = textField(fields, 'path')
  return pattern === null ? null : place === null ? pattern : `${pattern} in ${place}`
}

/** What came of it, in as few words as it takes. */
export function outcomeOf(tool: Tool, clampedOutput: number | undefined): string {
  const kind = toolKind(tool.name)
  const output = toolOutputText(tool.output)
  const took = tool.durationMs === null ? '' : formatDuration(tool.durationMs)
  if (tool.status === 'error') return words(errorWord(output), took)
  if (kind === 'edit' || kind === 'write') return changeWord(tool)
  if (clampedOutput !== undefined) return words(formatBytes(clampedOutput), (tool.durationMs ?? 0) >= 1000 ? took : '')
  if (/^\s*(\[image\]\s*)+$/.test(output)) return 'image'
  if (kind === 'read') return output === '' ? '' : plural(countLines(output), 'line')
  if (kind === 'search') return matchWord(output)
  return tool.durationMs !== null && (tool.durationMs >= 1000 || kind === 'shell') ? took : ''
}

function errorWord(output: string): string {
  const code = /^(?:Error: )?exit (?:code|status):? (-?\d+)/i.exec(output.slice(0, 60))?.[1]
  if (code !== undefined) return `exit ${code}`
  return /interrupted|rejected|doesn't want to/i.test(output.slice(0, 200)) ? 'interrupted' : 'failed'
}

function changeWord(tool: Tool): string {
  let added = 0
  let removed = 0
  for (const { before, after } of editsOf(toolKind(tool.name), tool.input)) {
    const change = countChanges(diffLines(before, after))
    added += change.added
    removed += change.removed
  }
  return [added > 0 ? `+${formatExact(added)}` : '', removed > 0 ? `−${formatExact(removed)}` : '']
    .filter((part) => part !== '')
    .join(' ')
}

function matchWord(output: string): string {
  const said = /^Found (\d+)(?: total)? (\w+)/.exec(output)
  if (said) return `${formatExact(Number(said[1]))} ${said[2] ?? ''}`
  if (/^No (matches|files|results)/i.test(output)) return '0 matches'
  const lines = output === '' ? 0 : output.split('\n').filter((line) => line.trim() !== '').length
  return plural(lines, 'match', 'matches')
}

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ')
}
