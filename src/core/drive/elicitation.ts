import type { Ask, AskAnswer } from '../../shared/drive/ask'
import { fail, ok, type Result } from '../../shared/result'
import { asId, asObject, asText, type Json } from '../readJson'
import type { DrivenAsk } from './driver'
import { readForm } from './readForm'

/** What a tool's server asks a person, as products pass it on. */
export interface Elicitation {
  readonly server: string
  readonly message: string
  /** A page that a person is to open; null: a form. */
  readonly url: string | null
  readonly schema: Json | null
}

export function readElicitation(server: unknown, params: Json, schema: unknown): Elicitation {
  const url = params['mode'] === 'url' || params['url'] !== undefined ? asText(params['url']) : null
  return { server: asId(server) ?? 'a server', message: asText(params['message']) ?? '', url, schema: asObject(schema) }
}

type Words = Pick<DrivenAsk, 'kind' | 'tool' | 'detail' | 'options' | 'questions'>

/** Null: no person could be asked that here. */
export function askOfElicitation({ server, message, url, schema }: Elicitation): Words | null {
  const form = url === null ? readForm(schema) : readForm(null)
  if (!form) return null
  const questions = [...form.questions]
  const isQuestion = questions.length > 0
  return {
    kind: isQuestion ? 'question' : 'permission',
    tool: server,
    detail: [message, ...(url === null ? [] : [url])].join('\n'),
    options: isQuestion ? [decline] : [url === null ? accept : opened, decline],
    questions,
  }
}

/** What the server is told. */
export function answerToElicitation({ url, schema }: Elicitation, answer: AskAnswer): Result<Json, string> {
  if (answer.kind === 'answers') {
    const form = url === null ? readForm(schema) : null
    return form ? ok({ action: 'accept', content: form.contentOf(answer.answers) }) : fail('This is no question.')
  }
  if (answer.option === 'decline') return ok({ action: 'decline' })
  return answer.option === 'accept' ? ok({ action: 'accept', content: {} }) : fail('This answer is not offered.')
}

const accept: Ask['options'][number] = { id: 'accept', label: 'Accept', effect: 'once', note: null, takesMessage: false }
const opened = { ...accept, label: 'I opened it' }
const decline: Ask['options'][number] = { id: 'decline', label: 'Decline', effect: 'deny', note: null, takesMessage: false }
