import { oneLine } from '../shared/neutraliseText'
import { fail, ok, type Result } from '../shared/result'
import type { CommandSpec, FlagSpec, ParsedArguments } from './command'
import { nearest } from './nearest'

export interface UsageFailure {
  readonly message: string
  /** The valid shape, printed below the message. */
  readonly shape: string
}

/** Flags in any order around the operands; `--name value`, `--name=value`, `-x`; `--` ends them. */
export function parseArguments(spec: CommandSpec, typed: readonly string[]): Result<ParsedArguments, UsageFailure> {
  const flags: Record<string, string | number | boolean | readonly string[]> = {}
  const operands: string[] = []
  const refuse = (message: string) => fail({ message, shape: spec.synopsis })
  let flagsEnded = false
  for (let i = 0; i < typed.length; i += 1) {
    const word = typed[i] ?? ''
    if (flagsEnded || !word.startsWith('-') || word === '-') {
      operands.push(word)
      continue
    }
    if (word === '--') {
      flagsEnded = true
      continue
    }
    const [name, attached] = splitFlag(spec, word)
    const flag = Object.hasOwn(spec.flags, name) ? spec.flags[name] : undefined
    if (flag === undefined) return refuse(unknownFlag(spec, word))
    const before = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (before !== undefined && flag.kind !== 'texts') return refuse(`--${name} is given twice.`)
    if (flag.kind === 'switch') {
      if (attached !== null) return refuse(`--${name} takes no value.`)
      flags[name] = true
      continue
    }
    if (attached === null) i += 1
    const text = attached ?? typed[i]
    const value = readValue(flag, text)
    if (value === null) return refuse(wrongValue(name, flag, text))
    flags[name] = flag.kind === 'texts' ? [...(Array.isArray(before) ? before : []), `${value}`] : value
  }
  const problem = countOperands(spec, operands)
  return problem === null ? ok({ flags, operands }) : refuse(problem)
}

function splitFlag(spec: CommandSpec, word: string): readonly [name: string, attached: string | null] {
  if (!word.startsWith('--')) {
    const long = Object.keys(spec.flags).find((name) => spec.flags[name]?.short === word.slice(1))
    return [long ?? '', null]
  }
  const equals = word.indexOf('=')
  return equals < 0 ? [word.slice(2), null] : [word.slice(2, equals), word.slice(equals + 1)]
}

function readValue(flag: FlagSpec, text: string | undefined): string | number | null {
  if (text === undefined || text === '') return null
  switch (flag.kind) {
    case 'count':
      return /^\d{1,9}$/.test(text) ? Number(text) : null
    case 'number': {
      const value = Number(text)
      return /^\d+(\.\d+)?$/.test(text) && value > 0 ? value : null
    }
    default:
      return text
  }
}

function wrongValue(name: string, flag: FlagSpec, text: string | undefined): string {
  const wanted = flag.kind === 'count' ? 'a whole number' : flag.kind === 'number' ? 'a number above 0' : 'a value'
  const got = text === undefined ? '' : `, not "${oneLine(text)}"`
  return `--${name} needs ${wanted}${got}.`
}

function countOperands(spec: CommandSpec, operands: readonly string[]): string | null {
  const missing = spec.operands.find((operand, i) => operand.required && operands[i] === undefined)
  if (missing !== undefined) return `${missing.name} is missing.`
  const extra = operands[spec.operands.length]
  return extra === undefined ? null : `"${oneLine(extra)}" is one argument too many.`
}

function unknownFlag(spec: CommandSpec, word: string): string {
  const name = word.replace(/=.*$/s, '')
  const shown = oneLine(name)
  const command = spec.name === '' ? 'understory <uri>' : `understory ${spec.name}`
  if (name === '--list' && Object.hasOwn(spec.flags, 'head')) {
    return 'There is no --list: --head lists the agents of a run, and "understory list" lists the runs.'
  }
  const known = Object.keys(spec.flags).map((flag) => `--${flag}`)
  const hint = nearest(name, known)
  return `${command} has no flag ${shown}.${hint === null ? '' : ` Did you mean ${hint}?`}`
}
