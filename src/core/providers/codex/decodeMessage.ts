import { isBlank } from '../../../shared/isBlank'
import type { AgentEvent } from '../../event'
import { cutText, promptKey } from '../../promptKey'
import { asId, asObject, type Json, parseJson } from '../../readJson'
import { firstLine } from './labelOf'
import { readMail } from './readMail'
import { readParts, requestOf } from './readParts'
import { agentOf, pathOf, type RolloutState } from './rolloutState'
import { errorMessage, statusOf } from './statusOf'
import { textOfContent } from './textOfContent'

const PROMPT_TITLE_RANK = 1
const NOTIFICATION = /^\s*<subagent_notification>\s*([\s\S]*?)\s*<\/subagent_notification>\s*$/
const ERRORED = 'Agent errored:'

export function decodeMessage(state: RolloutState, payload: Json, at: number): AgentEvent[] {
  if (payload['type'] === 'agent_message') return decodeMail(state, payload, at)
  if (payload['role'] === 'assistant') return decodeAnswer(state, payload, at)
  if (payload['role'] !== 'user') return []
  const { injected, asked, images } = readParts(payload)
  const events: AgentEvent[] = []
  if (injected !== '') events.push({ kind: 'item_added', thread: state.thread, label: null, at }, ...decodeNotice(injected, at))
  if (asked !== '' || images.length > 0) events.push(...startTurn(state, requestOf(asked), at))
  return events
}

function startTurn(state: RolloutState, asked: string, at: number): AgentEvent[] {
  const prompt = asked === '' ? null : promptKey(asked)
  const events: AgentEvent[] = [{ kind: 'turn_started', thread: state.thread, prompt, at }]
  if (state.isTitled || !state.isRun || isBlank(asked)) return events
  state.isTitled = true
  const title = cutText(asked.trim().split('\n', 1)[0] ?? '', 200)
  return [...events, { kind: 'run_titled', title, rank: PROMPT_TITLE_RANK }]
}

function decodeAnswer(state: RolloutState, payload: Json, at: number): AgentEvent[] {
  const { thread } = state
  const events: AgentEvent[] = [{ kind: 'item_added', thread, label: firstLine(textOfContent(payload['content'])), at }]
  if (!state.tellsTurns) events.push({ kind: 'turn_ended', thread, how: 'completed', sure: false, message: null, at })
  return events
}

/** The first runtime tells the parent how an agent ended in the user's name. */
function decodeNotice(text: string, at: number): AgentEvent[] {
  const notice = asObject(parseJson(NOTIFICATION.exec(text)?.[1] ?? ''))
  const agent = asId(notice?.['agent_path']) ?? asId(notice?.['agent_id'])
  const end = statusOf(notice?.['status'])
  return agent === null || end === null ? [] : [{ kind: 'agent_ended', agent, voice: 'notice', at, ...end }]
}

/** Agents of the second runtime write letters to each other. */
function decodeMail(state: RolloutState, payload: Json, at: number): AgentEvent[] {
  const mail = readMail(payload)
  if (!mail) return []
  if (mail.kind === 'task' && mail.to === pathOf(state)) return startTurn(state, mail.isSecret ? '' : mail.text, at)
  const events: AgentEvent[] = [{ kind: 'item_added', thread: state.thread, label: null, at }]
  const agent = agentOf(state, mail.from)
  if (mail.kind !== 'answer' || agent === null || !mail.text.startsWith(ERRORED)) return events
  const message = errorMessage(mail.text.slice(ERRORED.length).trim())
  return [...events, { kind: 'agent_ended', agent, how: 'failed', voice: 'notice', message, at }]
}
