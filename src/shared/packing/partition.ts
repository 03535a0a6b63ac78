import type { Scalar } from './columnKind'
import { isScalar } from './isScalar'

type Shaped = Readonly<Record<string, unknown>>

/** Values of one kind, in order. Objects are of one kind when they have the same keys in the same order. */
export type Group =
  | { readonly kind: 'scalars'; readonly values: readonly Scalar[] }
  | { readonly kind: 'lists'; readonly values: readonly (readonly unknown[])[] }
  | { readonly kind: 'objects'; readonly values: readonly Shaped[]; readonly keys: readonly string[] }

interface Partition {
  readonly groups: readonly Group[]
  /** For each value the number of its group; none where there is one group only. */
  readonly which: readonly number[]
}

/** Null: there is something among them that JSON would not bring over as it is. */
export function partition(values: readonly unknown[]): Partition | null {
  const all = alike(values)
  if (all) return { groups: [all], which: [] }
  const names = new Map<unknown, unknown[]>()
  const which: unknown[][] = []
  for (const value of values) {
    const name = nameOf(value)
    if (name === null) return null
    const group = names.get(name) ?? []
    names.set(name, group)
    group.push(value)
    which.push(group)
  }
  const places = new Map([...names.values()].map((group, n) => [group, n]))
  const groups = [...names.values()].map(alike).filter((group) => group !== null)
  return { groups, which: which.map((group) => places.get(group) ?? 0) }
}

/** Most columns are of one kind: nothing has to be told apart. */
function alike(values: readonly unknown[]): Group | null {
  const [first] = values
  if (isScalar(first)) return values.every(isScalar) ? { kind: 'scalars', values } : null
  if (Array.isArray(first)) return values.every(Array.isArray) ? { kind: 'lists', values } : null
  if (!isPlain(first)) return null
  const keys = Object.keys(first)
  return values.every((value): value is Shaped => isPlain(value) && hasKeys(value, keys))
    ? { kind: 'objects', values, keys }
    : null
}

/** Equal for what belongs into one group; null for what is no JSON. */
function nameOf(value: unknown): string | null {
  if (isScalar(value)) return 'scalars'
  if (Array.isArray(value)) return 'lists'
  return isPlain(value) ? JSON.stringify(Object.keys(value)) : null
}

function isPlain(value: unknown): value is Shaped {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function hasKeys(value: Shaped, keys: readonly string[]): boolean {
  let at = 0
  for (const key in value) if (key !== keys[at++]) return false
  return at === keys.length
}
