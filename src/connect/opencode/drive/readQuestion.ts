import type { DrivenAsk } from '../../../core/drive/driver'
import { asId, asObject, asText, type Json } from '../../../core/readJson'
import { AskId } from '../../../shared/drive/ask'

const LONGEST = 64 * 1024

/** `asked`: the properties of `question.asked`, or one entry of the pending list. */
export function readQuestion(asked: Json, run: string, at: number): DrivenAsk | null {
  const id = asId(asked['id'])
  const session = asId(asked['sessionID'])
  const all = asked['questions']
  if (id === null || session === null || !Array.isArray(all)) return null
  const questions = all.map((one: unknown, index) => questionOf(asObject(one) ?? {}, index))
  return {
    id: AskId.parse(id),
    agent: session === run ? null : session,
    kind: 'question',
    at: new Date(at).toISOString(),
    tool: 'question',
    detail: questions
      .map(({ text }) => text)
      .join('\n')
      .slice(0, LONGEST),
    reason: null,
    folder: null,
    change: null,
    isCut: false,
    options: [{ id: 'reject', label: 'Do not answer', effect: 'deny', note: null, takesMessage: false }],
    questions,
  }
}

function questionOf(question: Json, index: number): DrivenAsk['questions'][number] {
  const options = Array.isArray(question['options']) ? question['options'] : []
  return {
    // Answers go back in the order of the questions: they have no ids of their own.
    id: String(index),
    header: asText(question['header']),
    text: asText(question['question']) ?? '',
    isMultiple: question['multiple'] === true,
    takesOwnWords: question['custom'] !== false,
    isSecret: false,
    options: options.flatMap((one: unknown) => {
      const label = asId(asObject(one)?.['label'])
      return label === null ? [] : { label, note: asText(asObject(one)?.['description']) }
    }),
  }
}
