import type { AgentEvent, AnswerKind } from '../../event'
import { promptKey } from '../../promptKey'
import { asId, asObject, asText, asWord, type Json, parseJson } from '../../readJson'
import { launchBy } from '../launchOf'
import { callVerbs } from './callVerbs'
import { commandOf } from './commandOf'
import { firstLine, labelOf } from './labelOf'
import { isCiphertext } from './readMail'
import { readOutput } from './readOutput'
import type { ToolCall } from './readToolCall'
import { agentOf, pathOf, type RolloutState } from './rolloutState'
import { statusOf } from './statusOf'
import { targetsOf } from './targetsOf'

/** Their argument is a command line, or code that holds one. */
const SHELL_TOOLS: ReadonlySet<string> = new Set(['exec_command', 'exec', 'shell', 'shell_command', 'local_shell'])
/** A letter alone is read whenever its agent works again. */
const WORK_TOOLS: ReadonlySet<string> = new Set(['send_input', 'resume_agent', 'followup_task', 'assign_task'])

export function decodeCall(state: RolloutState, { call, name, input, isAnswered }: ToolCall, at: number): AgentEvent[] {
  const { thread } = state
  const verb = callVerbs.get(name)
  const called = {
    ...({ kind: 'tool_called', thread, call, label: labelOf(name, visibleInput(input)) } as const),
    // `wait` is a word of another tool, too, which is held up as well.
    ...(verb === 'wait' ? { isWait: true as const } : {}),
    at,
  }
  const events: AgentEvent[] = [called]
  const launched = SHELL_TOOLS.has(name) ? launchBy(called, commandOf(input)) : null
  if (launched) events.push(launched)
  if (isAnswered) events.push({ kind: 'tool_answered', thread, call, isError: false, at })
  if (verb === undefined || state.calls.has(call)) return events
  const targets = targetsOf(input)
  // Other tools wait too, for other things.
  if (verb === 'wait' && targets.length === 0 && name !== 'wait_agent') return events
  state.calls.set(call, { verb, startsWork: WORK_TOOLS.has(name), targets })
  if (verb === 'spawn')
    return [...events, { kind: 'agent_called', thread, call, says: readSpawn(state, name, asObject(input)), at }]
  if (verb === 'wait' && targets.length === 0) state.openWaits.add(call)
  for (const target of targets) {
    const agent = agentOf(state, target)
    if (agent !== null) events.push({ kind: 'agent_attended', agent, call, at })
  }
  return events
}

/** What only the model can read tells a person nothing. */
function visibleInput(input: unknown): unknown {
  const args = asObject(input)
  const message = asText(args?.['message'])
  return args && message !== null && isCiphertext(message) ? { ...args, message: undefined } : input
}

function readSpawn(state: RolloutState, name: string, args: Json | null) {
  const task = asWord(args?.['task_name'])
  const message = asText(args?.['message'])
  return {
    name,
    sure: true,
    type: asText(args?.['agent_type']),
    agentName: null,
    description: task === undefined ? null : `${pathOf(state)}/${task}`,
    prompt: message === null || message === '' || isCiphertext(message) ? null : promptKey(message),
    background: null,
    continues: null,
  }
}

/** `output` of the record that answers `call`. */
export function decodeOutput(state: RolloutState, call: string, output: unknown, at: number): AgentEvent[] {
  const { text, isError } = readOutput(output)
  const known = state.calls.get(call)
  const said = known ? asObject(parseJson(text)) : null
  // Whatever went wrong with an agent is told in plain words.
  const isRefused = known !== undefined && said === null && text.trim() !== ''
  const events: AgentEvent[] = [{ kind: 'tool_answered', thread: state.thread, call, isError: isError || isRefused, at }]
  if (!known) return events
  state.openWaits.delete(call)
  switch (known.verb) {
    case 'spawn':
      return [...events, ...answerSpawn(state, call, text, said, at)]
    case 'send':
    case 'resume':
      return isRefused || !known.startsWork ? events : [...events, ...continueAgents(state, call, known.targets, at)]
    case 'wait':
      return [...events, ...endsOf(asObject(said?.['status']), at)]
    case 'close':
      return [...events, ...known.targets.flatMap((target) => closed(agentOf(state, target), said, at))]
    case 'interrupt':
      return events
    default:
      return known.verb satisfies never
  }
}

function answerSpawn(state: RolloutState, call: string, text: string, said: Json | null, at: number): AgentEvent[] {
  const agent = asId(said?.['agent_id'])
  const answer = spawnAnswer(agent !== null || asId(said?.['task_name']) !== null, text)
  const message = answer === 'launched' ? null : firstLine(text)
  const events: AgentEvent[] = [
    { kind: 'call_answered', thread: state.thread, call, answer, agent: null, agentType: null, message, said: null, at },
  ]
  if (agent === null) return events
  const link = { evidence: 'explicit' as const, continues: false, note: 'spawn_agent.agent_id', at }
  return [...events, { kind: 'agent_linked', agent, call, ...link }]
}

function spawnAnswer(isLaunched: boolean, text: string): AnswerKind {
  if (isLaunched) return 'launched'
  return text.includes('aborted by user') ? 'interrupted' : 'refused'
}

function continueAgents(state: RolloutState, call: string, targets: readonly string[], at: number): AgentEvent[] {
  return targets.flatMap((target): AgentEvent[] => {
    const agent = agentOf(state, target)
    if (agent === null) return []
    return [{ kind: 'agent_linked', agent, call, evidence: 'explicit', continues: true, note: 'its target', at }]
  })
}

/** `states`: by agent, how each is. */
export function endsOf(states: Json | null, at: number): AgentEvent[] {
  return Object.entries(states ?? {}).flatMap(([agent, status]): AgentEvent[] => {
    const end = statusOf(status)
    return end === null || agent === '' ? [] : [{ kind: 'agent_ended', agent, voice: 'notice', at, ...end }]
  })
}

function closed(agent: string | null, said: Json | null, at: number): AgentEvent[] {
  const before = said?.['previous_status'] ?? said?.['status']
  if (agent === null || before === undefined) return []
  const end = before === 'running' || before === 'pending_init' ? { how: 'stopped' as const, message: null } : statusOf(before)
  return end === null ? [] : [{ kind: 'agent_ended', agent, voice: 'notice', at, ...end }]
}
