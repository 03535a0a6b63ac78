import type { AgentEvent } from '../../event'
import { asText } from '../../readJson'
import { launchBy } from '../launchOf'
import { type Conversation, isClosed, type MessageState, type PartState, type ToolState } from './conversation'
import { isBefore } from './inOrder'
import type { Labels } from './openLabels'
import type { ToolPart } from './readPart'
import { readTask, TASK_TOOL } from './readTask'
import { toolLabel } from './toolLabel'

/** The tool calls of one session, and the agents that some of them start. */
export interface Tools {
  /** When the session began: calls from before were copied from the one it was forked from. */
  bornAt: number
  take(message: MessageState, part: PartState, info: ToolPart, labels: Labels): AgentEvent[]
  /** Calls of agents in the order of their parts, as far as they are known. */
  callTasks(message: MessageState): AgentEvent[]
  /** A later response has begun: calls of earlier ones that have no answer never get one. */
  supersede(by: MessageState): AgentEvent[]
  finish(): AgentEvent[]
}

/** A person's no without a word ends the turn; with a word, or by a rule, the agent goes on. */
const REJECTIONS: readonly string[] = [
  'The user rejected permission to use this specific tool call.',
  'The user dismissed this question',
]

export function openTools(thread: string, conversation: Conversation): Tools {
  const owners = new Map<string, string>()
  const open = new Map<ToolState, MessageState>()
  const held = new Set<MessageState>()
  /** Some models number their calls anew in each response. */
  const callOf = (part: PartState, { call }: ToolPart): string => {
    const owner = owners.get(call) ?? part.id
    owners.set(call, owner)
    return owner === part.id ? call : `${call}~${part.id}`
  }
  const callTasks = (message: MessageState, isLast: boolean): AgentEvent[] => {
    const events: AgentEvent[] = []
    held.delete(message)
    for (const { tool } of message.parts) {
      if (!tool?.task) continue
      if (!isLast && (tool.state === 'waiting' || !tool.task.isSettled)) {
        // Siblings keep the order of their calls: a later one is not told before an earlier one.
        held.add(message)
        break
      }
      if (tool.state !== 'waiting') events.push(...tellTask(thread, tool))
    }
    return events
  }
  const tools: Tools = {
    bornAt: Number.NaN,
    take(message, part, info, labels) {
      const tool = part.tool ?? newTool(callOf(part, info))
      const startedBefore = tool.startedAt
      part.tool = tool
      update(tool, info, thread, tools.bornAt)
      const events: AgentEvent[] = []
      if (tool.state !== 'waiting' && !part.isTold) {
        part.isTold = true
        open.set(tool, message)
        const label = toolLabel(info.name, info.input)
        const called = { kind: 'tool_called', thread, call: tool.call, label, at: tool.startedAt } as const
        events.push(...labels.tool(message, part.id, called))
        // A copied call started it for the session that it was copied from.
        const command = info.name === SHELL_TOOL && !(called.at < tools.bornAt) ? asText(info.input['command']) : null
        const launched = command === null ? null : launchBy(called, command)
        if (launched) events.push(launched)
      } else if (tool.startedAt > startedBefore) {
        // Older releases move the start of a running task with every update of it: to who comes later, that is when it began.
        events.push({ kind: 'item_added', thread, label: null, at: tool.startedAt })
      }
      if (isDone(tool) && !tool.isAnswered) {
        tool.isAnswered = true
        open.delete(tool)
        events.push({ kind: 'tool_answered', thread, call: tool.call, isError: tool.state === 'error', at: tool.endedAt })
      }
      if (tool.task) events.push(...callTasks(message, isClosed(conversation, message)))
      return events
    },
    callTasks: (message) => (held.has(message) ? callTasks(message, true) : []),
    supersede(by) {
      const events: AgentEvent[] = []
      for (const [tool, message] of open) {
        if (!isBefore(message, by)) continue
        open.delete(tool)
        tool.isAnswered = true
        events.push({ kind: 'tool_answered', thread, call: tool.call, isError: true, at: by.created })
        if (tool.task) events.push(...callTasks(message, true), ...interrupt(thread, tool, by.created))
      }
      for (const message of held) if (isBefore(message, by)) events.push(...callTasks(message, true))
      return events
    },
    finish: () => [...held].flatMap((message) => callTasks(message, true)),
  }
  return tools
}

const SHELL_TOOL = 'bash'

function newTool(call: string): ToolState {
  return {
    call,
    state: 'waiting',
    startedAt: Number.NaN,
    endedAt: Number.NaN,
    isRejected: false,
    error: '',
    isAnswered: false,
    task: null,
    isCalled: false,
    calledAt: Number.NaN,
    isLinked: false,
    isTaskAnswered: false,
  }
}

function update(tool: ToolState, info: ToolPart, thread: string, bornAt: number): void {
  tool.state = info.state
  tool.startedAt = info.startedAt
  tool.endedAt = info.endedAt
  tool.isRejected = info.state === 'error' && REJECTIONS.some((start) => info.error.startsWith(start))
  if (tool.isRejected) tool.error = info.error.slice(0, 300)
  if (info.name !== TASK_TOOL) return
  const from = info.metadata['parentSessionId']
  const isCopied = info.startedAt < bornAt || (typeof from === 'string' && from !== thread)
  tool.task = isCopied ? null : readTask(info)
}

function isDone(tool: ToolState): boolean {
  return tool.state === 'completed' || tool.state === 'error'
}

function tellTask(thread: string, tool: ToolState): AgentEvent[] {
  const { call, task } = tool
  const events: AgentEvent[] = []
  if (!task) return events
  // A start that was moved is set right when the task has ended.
  if (!tool.isCalled || tool.startedAt < tool.calledAt) {
    tool.isCalled = true
    tool.calledAt = tool.startedAt
    events.push({ kind: 'agent_called', thread, call, says: task.says, at: tool.startedAt })
  }
  // A call that continues a session says so itself.
  if (!tool.isLinked && task.child !== null && task.says.continues === null) {
    tool.isLinked = true
    const { child: agent, childNote: note } = task
    events.push({ kind: 'agent_linked', agent, call, evidence: 'explicit', continues: false, note, at: tool.startedAt })
  }
  if (task.answer && !tool.isTaskAnswered) {
    tool.isTaskAnswered = true
    const { how: answer, message, said } = task.answer
    events.push({ kind: 'call_answered', thread, call, answer, agent: null, agentType: null, message, said, at: tool.endedAt })
  }
  return events
}

function interrupt(thread: string, tool: ToolState, at: number): AgentEvent[] {
  if (tool.isTaskAnswered) return []
  tool.isTaskAnswered = true
  const answer = 'interrupted'
  return [{ kind: 'call_answered', thread, call: tool.call, answer, agent: null, agentType: null, message: null, said: null, at }]
}
