import { answerToElicitation } from '../../../core/drive/elicitation'
import type { Json } from '../../../core/readJson'
import { asObject } from '../../../core/readJson'
import type { AskAnswer } from '../../../shared/drive/ask'
import { fail, ok, type Result } from '../../../shared/result'
import { offerAnswers } from './offerAnswers'
import { elicitationIn } from './readAsk'

const denied = 'The user denied this.'

/** What the CLI is told. */
export function sayAnswer(request: Json, answer: AskAnswer): Result<Json, string> {
  const elicited = elicitationIn(request)
  if (elicited) return answerToElicitation(elicited, answer)
  const tool = String(request['tool_name'])
  const input = asObject(request['input']) ?? {}
  if (answer.kind === 'answers') {
    if (tool !== 'AskUserQuestion') return fail('This is no question: allow it or deny it.')
    const answers: Record<string, string> = {}
    for (const [question, labels] of Object.entries(answer.answers)) answers[question] = labels.join(', ')
    return ok({ behavior: 'allow', updatedInput: { ...input, answers } })
  }
  const chosen = offerAnswers(tool, request).find(({ option }) => option.id === answer.option)
  if (!chosen) return fail('This answer is not offered.')
  if (chosen.says['behavior'] === 'allow') return ok({ ...chosen.says, updatedInput: input })
  return ok({ ...chosen.says, message: answer.message?.trim() || denied })
}
