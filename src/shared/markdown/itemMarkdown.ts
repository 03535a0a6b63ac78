import { formatDuration } from '../formatDuration'
import { itemTitle } from '../itemTitle'
import { toolArgument } from '../toolArgument'
import { toolOutputText } from '../toolOutputText'
import type { TranscriptItem } from '../views'
import { inlineText, quoteCode, quoteText } from './quoteText'

// Prose is given whole; of what tools print, the beginning.
const maxOutput = 2000

/** One item as a section of the third level, an empty line after it. */
export function itemMarkdown(item: TranscriptItem): string {
  const at = item.at === null ? '' : ` · ${item.at}`
  const parts = [`### ${item.n}. ${inlineText(itemTitle(item))}${at}`]
  if (item.tool !== null) parts.push(...toolParts(item.tool))
  if (item.text.trim() !== '') parts.push(quoteText(item.text))
  return `${parts.join('\n\n')}\n\n`
}

function toolParts(tool: NonNullable<TranscriptItem['tool']>): string[] {
  const argument = shorten(toolArgument(tool.input), 300)
  const took = tool.durationMs === null ? '' : ` · ${formatDuration(tool.durationMs)}`
  const outcome = tool.status === 'error' ? 'failed' : tool.status === 'running' ? 'running' : 'done'
  const parts = [`${outcome}${took}${argument === '' ? '' : ` · ${inlineText(argument)}`}`]
  const output = toolOutputText(tool.output)
  if (output.trim() !== '') parts.push(quoteCode(shorten(output, maxOutput)))
  return parts
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`
}
