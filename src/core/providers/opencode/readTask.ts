import { isBlank } from '../../../shared/isBlank'
import type { AnswerKind, CallSays } from '../../event'
import { cutText, promptKey } from '../../promptKey'
import { asId, asText } from '../../readJson'
import type { ToolPart } from './readPart'

export const TASK_TOOL = 'task'

/** A call that starts or continues a session of its own. */
export interface Task {
  readonly says: CallSays
  /** Null: it has none, or it is not known yet. */
  readonly child: string | null
  readonly childNote: string
  /** Whether `says.continues` is sure: releases before 1.1 take no `task_id` and start a new session all the same. */
  readonly isSettled: boolean
  readonly answer: TaskAnswer | null
}

export interface TaskAnswer {
  readonly how: AnswerKind
  readonly message: string | null
  readonly said: string | null
}

const SESSION_ID = /ses_[A-Za-z0-9]+/

export function readTask(part: ToolPart): Task {
  const { input, metadata, state } = part
  const named = asId(input['task_id']) ?? asId(input['session_id'])
  const written = asId(metadata['sessionId'])
  const child = written ?? SESSION_ID.exec(part.state === 'error' ? part.error : part.output)?.[0] ?? null
  const isDone = state === 'completed' || state === 'error'
  const prompt = asText(input['prompt'])
  return {
    says: {
      name: part.name,
      sure: true,
      type: asId(input['subagent_type']),
      agentName: null,
      description: asText(input['description']),
      prompt: prompt === null ? null : promptKey(prompt),
      background: input['background'] === true ? true : null,
      continues: named !== null && (child === null || child === named) ? named : null,
    },
    child,
    childNote: written === null ? 'session id in the task’s output' : 'state.metadata.sessionId',
    isSettled: named === null || child !== null || isDone,
    answer: isDone ? readAnswer(part, child) : null,
  }
}

const CANCELLED: readonly string[] = ['Task cancelled', 'Tool execution aborted']

function readAnswer(part: ToolPart, child: string | null): TaskAnswer {
  if (part.state === 'error') {
    const message = part.error === '' ? null : cutText(part.error.trim().split('\n', 1)[0] ?? '', 300)
    if (CANCELLED.some((start) => part.error.startsWith(start))) return { how: 'interrupted', message, said: null }
    return { how: child === null ? 'refused' : 'failed', message, said: null }
  }
  // A session in the background goes on after its call is done: its own records say how it ends.
  const isBackground = part.metadata['background'] === true || /^<task\b[^>]*\bstate="running"/.test(part.output)
  return { how: isBackground ? 'launched' : 'completed', message: null, said: firstLine(taskReport(part.output)) }
}

const FRAMED = /<task_result>\n?([\s\S]*?)\n?<\/task_result>/
const OLD_TAIL = /\s*<task_metadata>[\s\S]*<\/task_metadata>\s*$/

/** What the sub-agent reported, without the frame that the model sees around it. */
export function taskReport(output: string): string {
  return FRAMED.exec(output)?.[1] ?? output.replace(OLD_TAIL, '')
}

function firstLine(text: string): string | null {
  const line = text.split('\n').find((one) => !isBlank(one))
  return line === undefined ? null : cutText(line.trim(), 300)
}
