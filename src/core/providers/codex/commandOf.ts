import { asObject, asText } from '../../readJson'
import { commandLine } from './labelOf'

/** In code: the words of each command that it runs. */
const CODE_COMMANDS = /\bcmd["']?\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/gs
const LONGEST_CODE = 20_000

/** All of what a shell tool is asked to run. `input`: its arguments, or code that holds them. */
export function commandOf(input: unknown): string {
  if (typeof input === 'string') {
    const commands = [...input.slice(0, LONGEST_CODE).matchAll(CODE_COMMANDS)].map(([, a, b, c]) => unescaped(a ?? b ?? c ?? ''))
    return commands.length > 0 ? commands.join('\n') : input
  }
  const args = asObject(input)
  const command = args?.['command'] ?? args?.['cmd']
  return Array.isArray(command) ? commandLine(command) : (asText(command) ?? '')
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : letter))
}
