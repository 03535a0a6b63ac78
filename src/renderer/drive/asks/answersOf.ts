import type { Ask, AskAnswer } from '../../../shared/drive/ask'

type Question = Ask['questions'][number]

/** What a person has chosen and written for one question. */
export interface Reply {
  readonly chosen: readonly string[]
  readonly own: string
  /** Own words are meant, not a label. */
  readonly isOwn: boolean
}

export const noReply: Reply = { chosen: [], own: '', isOwn: false }

export function turnChoice(reply: Reply, { isMultiple }: Question, label: string): Reply {
  if (!isMultiple) return { ...reply, chosen: [label], isOwn: false }
  const isOn = reply.chosen.includes(label)
  return { ...reply, chosen: isOn ? reply.chosen.filter((one) => one !== label) : [...reply.chosen, label] }
}

/** By what one types, own words are meant; with one answer only they take the place of a label. */
export function writeOwn(reply: Reply, { isMultiple }: Question, own: string): Reply {
  return { own, isOwn: own !== '', chosen: isMultiple || own === '' ? reply.chosen : [] }
}

function givenTo(question: Question, replies: ReadonlyMap<string, Reply>): readonly string[] {
  const { chosen, own, isOwn } = replies.get(question.id) ?? noReply
  const labels = question.options.flatMap(({ label }) => (chosen.includes(label) ? [label] : []))
  return isOwn && own.trim() !== '' ? [...labels, own] : labels
}

/** The questions that have no answer yet. */
export function unansweredOf(questions: readonly Question[], replies: ReadonlyMap<string, Reply>): readonly Question[] {
  return questions.filter((question) => givenTo(question, replies).length === 0)
}

/** Null: a question is still without an answer. Labels stand in the order in which they are offered. */
export function answersOf(
  questions: readonly Question[],
  replies: ReadonlyMap<string, Reply>,
): Extract<AskAnswer, { kind: 'answers' }> | null {
  const answers: Record<string, string[]> = {}
  for (const question of questions) {
    const given = givenTo(question, replies)
    if (given.length === 0) return null
    answers[question.id] = [...given]
  }
  return { kind: 'answers', answers }
}
