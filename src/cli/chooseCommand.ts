import { oneLine } from '../shared/neutraliseText'
import type { CommandSpec } from './command'
import { commandTable, laterCommands } from './commandTable'
import { nearest } from './nearest'

export type Choice =
  | { readonly kind: 'help'; readonly command: CommandSpec | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: CommandSpec; readonly rest: readonly string[] }
  | { readonly kind: 'later'; readonly name: string }
  | { readonly kind: 'usage'; readonly message: string; readonly shape: string }

const generalShape = 'understory <command> [flags], or understory [--head] <uri>; "understory --help" lists the commands'

/** What was asked for, from the words alone. */
export function chooseCommand(typed: readonly string[]): Choice {
  const first = typed[0]
  if (first === undefined) return chooseCommand(['app'])
  if (first === 'help') return chooseHelp(typed.slice(1))
  if (first === '--version' || first === '-V') return { kind: 'version' }
  if (first === '--help' || first === '-h') return chooseHelp(typed.slice(1))
  const found = findCommand(typed)
  if (found !== null) {
    return asksForHelp(found.rest) ? { kind: 'help', command: found.command } : { kind: 'run', ...found }
  }
  const later = findLater(typed)
  if (later !== null) return { kind: 'later', name: later }
  return chooseWithoutName(typed, first)
}

function chooseWithoutName(typed: readonly string[], first: string): Choice {
  const byUri = commandTable.find((spec) => spec.name === '')
  if (byUri !== undefined && (first.startsWith('-') || first === '' || /[:/]/.test(first))) {
    if (asksForHelp(typed)) return { kind: 'help', command: byUri }
    return { kind: 'run', command: byUri, rest: typed }
  }
  const group = commandTable.filter((spec) => spec.name.startsWith(`${first} `))
  if (group.length > 0) {
    if (asksForHelp(typed)) return { kind: 'help', command: group[0] ?? null }
    const shape = group.map((spec) => spec.synopsis).join('\n       ')
    const given = typed[1] === undefined ? 'needs a word after it' : `has no "${oneLine(typed[1])}"`
    return { kind: 'usage', message: `"understory ${first}" ${given}.`, shape }
  }
  const hint = nearest(
    first,
    commandTable.map((spec) => spec.name).filter((name) => name !== ''),
  )
  const meant = hint === null ? '' : ` Did you mean "${hint}"?`
  return { kind: 'usage', message: `There is no command "${oneLine(first)}".${meant}`, shape: generalShape }
}

function findCommand(typed: readonly string[]): { command: CommandSpec; rest: readonly string[] } | null {
  for (const command of commandTable) {
    const words = command.name.split(' ')
    if (command.name !== '' && words.every((word, i) => typed[i] === word)) return { command, rest: typed.slice(words.length) }
  }
  return null
}

function findLater(typed: readonly string[]): string | null {
  return laterCommands.find((name) => name.split(' ').every((word, i) => typed[i] === word)) ?? null
}

function chooseHelp(words: readonly string[]): Choice {
  if (words.length === 0) return { kind: 'help', command: null }
  const found = findCommand(words)
  if (found !== null) return { kind: 'help', command: found.command }
  const later = findLater(words)
  return later === null ? { kind: 'help', command: null } : { kind: 'later', name: later }
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).some((word) => word === '--help' || word === '-h')
}
