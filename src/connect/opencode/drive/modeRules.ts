import { asId, type Json } from '../../../core/readJson'
import { permissionModes } from './permissionModes'

/** A session as far as its rules go: as the server tells of it. */
export interface RuledSession {
  readonly rules: readonly Json[]
  readonly isRoot: boolean
}

/**
 * What a session's rules are to be followed by so that a mode holds there: the server only ever adds, and of the rules that fit the last
 * one counts. Without its own denials behind them, the mode's would give a sub-agent back what was taken from it (its `task`, its list).
 */
export function modeRules(mode: string | null, { rules, isRoot }: RuledSession): readonly Json[] {
  const wished = rulesOfMode(mode)
  if (wished === null) return []
  // A denial of a mode of ours gives way to the next one that a person chooses; one that came from a parent does not.
  const isKept = (rule: Json): boolean => rule['action'] === 'deny' && !(isRoot && OURS.has(wordOf(rule)))
  const denied = new Set(rules.filter(isKept).map((rule) => asId(rule['permission'])))
  // With what stands beside them: a denial alone, put last, would take the exceptions from it.
  const kept = rules.filter((rule) => denied.has(asId(rule['permission'])))
  const added = [...wished, ...kept.filter((rule, i) => !kept.slice(i + 1).some((later) => wordOf(later) === wordOf(rule)))]
  // Else the list would grow with every time that it goes on.
  const last = rules.slice(-added.length)
  return last.length === added.length && added.every((rule, i) => wordOf(rule) === wordOf(last[i] ?? {})) ? [] : added
}

/** Null: nothing is said of them. */
export function rulesOfMode(mode: string | null): readonly Json[] | null {
  return permissionModes.find(({ id }) => id === mode)?.rules ?? null
}

const OURS = new Set(permissionModes.flatMap(({ rules }) => rules ?? []).map(wordOf))

function wordOf({ permission, pattern, action }: Json): string {
  return JSON.stringify([permission, pattern, action])
}
