import type { Ask, AskAnswer } from '../../shared/drive/ask'
import { oneLine } from '../../shared/neutraliseText'

/** What was answered to which ask: with several about, a person must see at once that it went where it was meant to go. */
export function answerWords(ask: Ask, answer: AskAnswer): string {
  const who = ask.agent === null ? 'the session' : `agent ${oneLine(ask.agent)}`
  const about = ask.kind === 'question' ? 'its question' : oneLine(ask.tool ?? 'a tool')
  return `answered to ${who}, ${about}: ${said(ask, answer)}`
}

function said({ options, questions }: Ask, answer: AskAnswer): string {
  if (answer.kind === 'option') {
    const label = options.find(({ id }) => id === answer.option)?.label ?? answer.option
    return answer.message === null ? label : `${label}, “${answer.message}”`
  }
  // A password would stand in what the terminal remembers.
  if (questions.some(({ isSecret }) => isSecret)) return '(not repeated here)'
  return Object.values(answer.answers).flat().join(', ')
}
