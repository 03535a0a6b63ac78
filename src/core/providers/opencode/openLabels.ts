import type { AgentEvent } from '../../event'
import { isBefore, type Placed } from './inOrder'

type TextEvent = Extract<AgentEvent, { kind: 'item_added' }>
type ToolEvent = Extract<AgentEvent, { kind: 'tool_called' }>

interface Told<E> {
  readonly message: Placed
  readonly part: string
  readonly event: E
}

/**
 * What an agent does is the label told last. A text is told when it ends, which may be after the tools behind it began: then the later
 * one's label is told again.
 */
export interface Labels {
  text(message: Placed, part: string, event: TextEvent): readonly AgentEvent[]
  tool(message: Placed, part: string, event: ToolEvent): readonly AgentEvent[]
}

export function openLabels(): Labels {
  let lastText: Told<TextEvent> | null = null
  let lastTool: Told<ToolEvent> | null = null
  return {
    text(message, part, event) {
      if (event.label === null) return [event]
      const told = { message, part, event }
      if (lastText && isEarlier(told, lastText)) return [{ ...event, label: null }]
      lastText = told
      return lastTool && isEarlier(told, lastTool) ? [event, lastTool.event] : [event]
    },
    tool(message, part, event) {
      const told = { message, part, event }
      if (!lastTool || !isEarlier(told, lastTool)) lastTool = told
      const isTextLater = lastText !== null && isEarlier(lastTool, lastText)
      const last = isTextLater && lastText ? lastText.event : lastTool.event
      return last === event ? [event] : [event, last]
    },
  }
}

function isEarlier(a: Told<unknown>, b: Told<unknown>): boolean {
  return a.message.id === b.message.id ? a.part < b.part : isBefore(a.message, b.message)
}
