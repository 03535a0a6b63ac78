import { asObject, asText, type Json } from '../../readJson'

/** What one agent wrote to another; agents name each other by path. */
export interface Mail {
  readonly from: string
  readonly to: string
  readonly kind: 'task' | 'answer' | 'message'
  readonly text: string
  /** The text is for the model only. */
  readonly isSecret: boolean
}

const FRAME = /^Message Type: (\w+)\n(?:[^\n]*\n)*?Payload:\n?/
const SECRET = /^[\w+/=-]{64,}$/

/** Null: no mail. */
export function readMail(payload: Json): Mail | null {
  if (payload['type'] !== 'agent_message') return null
  const texts: string[] = []
  let isSecret = false
  for (const part of Array.isArray(payload['content']) ? payload['content'] : []) {
    const text = asText(asObject(part)?.['text'])
    const hidden = asText(asObject(part)?.['encrypted_content'])
    if (hidden !== null && isCiphertext(hidden)) isSecret = true
    else texts.push(text ?? hidden ?? '')
  }
  const whole = texts.join('')
  const frame = FRAME.exec(whole)
  const word = frame?.[1]
  return {
    from: asText(payload['author']) ?? '',
    to: asText(payload['recipient']) ?? '',
    kind: word === 'NEW_TASK' ? 'task' : word === 'FINAL_ANSWER' ? 'answer' : 'message',
    text: frame ? whole.slice(frame[0].length) : whole,
    isSecret,
  }
}

/** Words have spaces between them. */
export function isCiphertext(text: string): boolean {
  return SECRET.test(text.trim())
}
