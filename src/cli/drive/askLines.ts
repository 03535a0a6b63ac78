import type { Ask, AskAnswer } from '../../shared/drive/ask'
import { exactText } from '../../shared/exactText'
import { oneLine } from '../../shared/neutraliseText'

/** What an agent asks, whole, with the answers to choose from: what is not read here must not be allowed here. */
export function askLines(ask: Ask): string[] {
  const who = ask.agent === null ? 'The session' : `Agent ${oneLine(ask.agent)}`
  const head = ask.kind === 'question' ? `${who} asks:` : `${who} wants to use ${exactLine(ask.tool ?? 'a tool')}:`
  const over = ask.overwrites ? ['  overwrites an existing file'] : []
  const fields = ask.fields.flatMap(({ name, value }) => fieldLines(name, value))
  const reason = ask.reason === null ? [] : [`  why: ${oneLine(ask.reason)}`]
  const place = ask.folder === null || ask.kind === 'question' ? [] : [`  in: ${exactLine(ask.folder)}`]
  const part = isPart(ask) ? ['  … this is only a part of it'] : []
  return [
    head,
    ...detailLines(ask),
    ...changeLines(ask.change),
    ...over,
    ...fields,
    ...part,
    ...reason,
    ...place,
    ...choiceLines(ask),
  ]
}

/** Of a change it is often the path, which is told with it. */
function detailLines({ detail, change }: Ask): string[] {
  return detail === change?.path ? [] : indented(detail, '  ')
}

function changeLines(change: Ask['change']): string[] {
  if (change === null) return []
  const { path, before, after, isWhole } = change
  const file = `  file: ${exactLine(path)}`
  if (isWhole) return [file, ...(after === '' ? ['  (empty)'] : indented(after, '  + '))]
  // An empty side is no empty line.
  return [file, ...(before === '' ? [] : indented(before, '  - ')), ...(after === '' ? [] : indented(after, '  + '))]
}

function fieldLines(name: string, value: string): string[] {
  const [first = '', ...rest] = exactText(value).split('\n')
  return [`  ${exactLine(name)}: ${first}`, ...rest.map((line) => `    ${line}`)]
}

function indented(text: string, start: string): string[] {
  return exactText(text)
    .split('\n')
    .map((line) => `${start}${line}`)
}

/** A name with a line break in it would look like two lines of ours. */
function exactLine(text: string): string {
  return exactText(text).replaceAll('\n', '\\n')
}

function choiceLines(ask: Ask): string[] {
  const [question] = ask.questions
  if (ask.questions.length > 1) return ['  It asks several things at once: answer it in the app.']
  if (question) {
    const own = question.takesOwnWords ? ['  or in your own words'] : []
    return [`  ${oneLine(question.text)}`, ...question.options.map(choiceLine), ...own]
  }
  return ask.options.map(choiceLine)
}

function choiceLine({ label, note }: { readonly label: string; readonly note: string | null }, index: number): string {
  return `  ${index + 1}  ${exactLine(label)}${note === null ? '' : ` (${exactLine(note)})`}`
}

/** What a typed line means; null: nothing that was offered. Behind the number of an answer that takes words they may follow. */
export function readAnswer(ask: Ask, line: string): AskAnswer | null {
  const [, digits = '', rest = ''] = /^\s*(\d{1,2})(?:\s+(.*))?$/s.exec(line) ?? []
  const index = digits === '' ? -1 : Number(digits) - 1
  const [question] = ask.questions
  if (ask.questions.length > 1) return null
  if (question) {
    const label = question.options[index]?.label ?? (question.takesOwnWords && line.trim() !== '' ? line.trim() : null)
    return label === null ? null : { kind: 'answers', answers: { [question.id]: [label] } }
  }
  const option = ask.options[index]
  const words = rest.trim()
  if (!option || (words !== '' && !option.takesMessage)) return null
  return { kind: 'option', option: option.id, message: words === '' ? null : words }
}

/** Why this answer is not taken here; null: it is. Who sees a part of an ask can refuse all of it, and allow nothing. */
export function whyNotTaken(ask: Ask, answer: AskAnswer): string | null {
  if (!isPart(ask)) return null
  const effect = answer.kind === 'option' ? ask.options.find(({ id }) => id === answer.option)?.effect : null
  if (effect === 'deny' || effect === 'halt') return null
  return 'only a part of what is asked is known here, so only a refusal is taken: allow it in the app, beside its transcript.'
}

function isPart({ isCut, isShort }: Ask): boolean {
  return isCut || isShort
}
