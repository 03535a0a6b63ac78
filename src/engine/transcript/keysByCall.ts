import type { Derived, Run } from '../../core/model/run'

const known = new WeakMap<Derived, ReadonlyMap<string, string>>()

/** call → key of the agent it started or continued, over the whole run; made once for as long as its structure stays. */
export function keysByCall({ derived }: Run): ReadonlyMap<string, string> {
  if (!derived) return NO_KEYS
  const before = known.get(derived)
  if (before) return before
  const keys = new Map<string, string>()
  for (const { node } of derived.placed) for (const call of node.calls) keys.set(call, node.key)
  known.set(derived, keys)
  return keys
}

const NO_KEYS: ReadonlyMap<string, string> = new Map()
