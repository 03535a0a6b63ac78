import { isBlank } from '../../../shared/isBlank'
import { cutText } from '../../promptKey'
import { asObject, asText, asWord, type Json } from '../../readJson'

const LONGEST = 200
const HINT_KEYS = ['cmd', 'task_name', 'message', 'path', 'query', 'url', 'pattern', 'prompt', 'explanation']
const CODE_COMMAND = /\bcmd:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/
const PATCHED_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m

/** What a call does, in one line. `input` is what the model wrote: arguments, or the text of a tool without any. */
export function labelOf(name: string, input: unknown): string {
  const hint = firstLine(typeof input === 'string' ? hintOfText(input) : hintOf(asObject(input)))
  return hint === null ? name : cutText(`${name}: ${hint}`, LONGEST)
}

function hintOf(input: Json | null): string | null {
  const command = input?.['command']
  if (Array.isArray(command)) return commandLine(command)
  if (typeof command === 'string') return command
  for (const key of HINT_KEYS) {
    const word = asWord(input?.[key])
    if (word !== undefined) return word
  }
  return null
}

/** `bash -lc <script>` is the script. */
export function commandLine(words: readonly unknown[]): string {
  const texts = words.map((word) => asText(word) ?? '')
  const isShell = texts.length === 3 && /(^|[/\\])(ba|z|da|k)?sh$/.test(texts[0] ?? '') && /^-l?c$/.test(texts[1] ?? '')
  return isShell ? (texts[2] ?? '') : texts.join(' ')
}

function hintOfText(text: string): string {
  const patched = PATCHED_FILE.exec(text)?.[1]
  if (patched !== undefined) return patched
  const command = CODE_COMMAND.exec(text)?.[1]
  return command === undefined ? text : command.replace(/\\(["\\])/g, '$1')
}

export function firstLine(text: string | null): string | null {
  const line = text?.split('\n').find((one) => !isBlank(one))
  return line === undefined ? null : cutText(line.trim(), LONGEST)
}
