import { AgentKey } from '../../shared/ids'
import { prettyJson } from '../../shared/prettyJson'
import { toolOutputText } from '../../shared/toolOutputText'
import type { TranscriptItem } from '../../shared/views'
import { clampValue } from './clampValue'
import { fitText, type TextLimit } from './fitText'

const TEXT: TextLimit = { units: 16 * 1024, bytes: 40 * 1024 }
const OUTPUT: TextLimit = { units: 8 * 1024, bytes: 20 * 1024 }
const NAME: TextLimit = { units: 512, bytes: 2048 }

/** An item as it goes to a page: at most some 150 KB of JSON, `clamped` says what was cut and how long it is. */
export function clampItem(item: TranscriptItem): TranscriptItem {
  const clamped: NonNullable<TranscriptItem['clamped']> = {}
  const text = fitText(item.text, TEXT)
  if (text !== item.text) clamped.text = item.text.length
  const tool = item.tool === null ? null : clampTool(item.tool, clamped)
  const shown: TranscriptItem = { ...item, text, tool, model: fitName(item.model), messageId: fitName(item.messageId) }
  return Object.keys(clamped).length > 0 ? { ...shown, clamped } : shown
}

type Tool = NonNullable<TranscriptItem['tool']>

function clampTool(tool: Tool, clamped: NonNullable<TranscriptItem['clamped']>): Tool {
  const input = clampValue(tool.input)
  if (input.isCut) clamped.input = prettyJson(tool.input).length
  const whole = toolOutputText(tool.output)
  const output = fitText(whole, OUTPUT)
  if (output !== whole) clamped.output = whole.length
  return {
    ...tool,
    name: fitText(tool.name, NAME),
    callId: fitText(tool.callId, NAME),
    input: input.value,
    output: output === whole && isShort(tool.output) ? tool.output : output,
    agent: tool.agent !== null && tool.agent.length > NAME.units ? AgentKey.parse(fitText(tool.agent, NAME)) : tool.agent,
  }
}

/** What is short as text may be long as data: its text leaves out what no reader looks for. */
function isShort(output: unknown): boolean {
  if (typeof output !== 'object' || output === null) return true
  try {
    return JSON.stringify(output).length <= OUTPUT.units
  } catch {
    return false
  }
}

function fitName(name: string | null): string | null {
  return name === null ? null : fitText(name, NAME)
}
