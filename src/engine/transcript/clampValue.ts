import { fitText, jsonBytes, type TextLimit } from './fitText'

/** Both sides of a change are shown whole as long as that is sensible: half a difference is none. */
const CHANGED_TEXTS: ReadonlySet<string> = new Set(['old_string', 'new_string', 'oldString', 'newString', 'content'])
const CHANGED: TextLimit = { units: 16 * 1024, bytes: 32 * 1024 }
const PLAIN: TextLimit = { units: 4 * 1024, bytes: 8 * 1024 }
const ALL_CHANGED_BYTES = 64 * 1024
const ALL_PLAIN_BYTES = 16 * 1024
const DEEPEST = 8
const KEY: TextLimit = { units: 200, bytes: 400 }
const VALUE_BYTES = 24
const CUT = '…'

/** What the strings of one input may still take. */
interface Budget {
  changedBytes: number
  plainBytes: number
  isCut: boolean
}

export interface Clamped {
  readonly value: unknown
  readonly isCut: boolean
}

/** A tool's input with its long strings cut, whatever its shape: the keys that a page shows stay where they are. */
export function clampValue(value: unknown): Clamped {
  const budget: Budget = { changedBytes: ALL_CHANGED_BYTES, plainBytes: ALL_PLAIN_BYTES, isCut: false }
  return { value: clampAny(value, '', 0, budget), isCut: budget.isCut }
}

function clampAny(value: unknown, key: string, depth: number, budget: Budget): unknown {
  if (typeof value === 'string') return clampString(value, key, budget)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST) {
    budget.isCut = true
    return CUT
  }
  return Array.isArray(value) ? clampList(value, key, depth, budget) : clampObject(value, depth, budget)
}

function clampString(text: string, key: string, budget: Budget): string {
  const isChange = CHANGED_TEXTS.has(key)
  const limit = isChange ? CHANGED : PLAIN
  const left = isChange ? budget.changedBytes : budget.plainBytes
  const kept = left <= 0 ? '' : fitText(text, { units: limit.units, bytes: Math.min(limit.bytes, left) })
  if (kept !== text) budget.isCut = true
  const bytes = kept.length > 64 ? jsonBytes(kept) : kept.length + 2
  if (isChange) budget.changedBytes -= bytes
  else budget.plainBytes -= bytes
  return kept
}

function clampList(list: readonly unknown[], key: string, depth: number, budget: Budget): unknown[] {
  const kept: unknown[] = []
  for (const value of list) {
    if (!takePlace(budget, VALUE_BYTES)) break
    kept.push(clampAny(value, key, depth + 1, budget))
  }
  return kept
}

function clampObject(object: object, depth: number, budget: Budget): object {
  const kept: [string, unknown][] = []
  for (const [name, value] of Object.entries(object)) {
    if (!takePlace(budget, VALUE_BYTES + name.length)) break
    const key = fitText(name, KEY)
    if (key !== name) budget.isCut = true
    kept.push([key, clampAny(value, key, depth + 1, budget)])
  }
  // Entries, not assignment: a key may be called __proto__.
  return Object.fromEntries(kept)
}

/** A million empty values are as long as one long text. */
function takePlace(budget: Budget, bytes: number): boolean {
  if (budget.plainBytes <= 0) {
    budget.isCut = true
    return false
  }
  budget.plainBytes -= Math.min(bytes, 512)
  return true
}
