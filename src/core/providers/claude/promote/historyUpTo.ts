import { fail, ok, type Result } from '../../../../shared/result'
import type { PromotionRefusal } from '../../../promotion'
import { type Damage, damageBetween } from './damageBetween'
import type { Outline } from './outlineRecord'

/**
 * What a fork inherited: its parent's chain up to the record it was forked at, with the other blocks of the same responses and the
 * results of their calls, which stand on branches of their own, and nothing that was written later.
 */
export function historyUpTo(
  records: readonly Outline[],
  damage: readonly Damage[],
  leaf: string | null,
): Result<readonly Outline[], PromotionRefusal> {
  const end = leaf === null ? -1 : records.findIndex((record) => record.uuid === leaf)
  if (end < 0)
    return fail({
      reason: 'history_missing',
      message: 'the point in its parent where this agent was forked is not there any more',
    })
  const part = records.slice(0, end + 1)
  const chain = chainOf(part)
  const first = part.find((record) => chain.has(record))
  const bad = first ? damageBetween(damage, first, records[end]) : null
  if (bad)
    return fail({
      reason: 'damaged',
      message: `the history that this agent was forked from is damaged: line ${bad.line + 1} of its parent cannot be read`,
    })
  const calls = new Set<string>()
  for (const record of chain) for (const { id } of record.calls) calls.add(id)
  return ok(part.filter((record) => chain.has(record) || record.results.some((id) => calls.has(id))))
}

function chainOf(part: readonly Outline[]): Set<Outline> {
  const byId = new Map(part.flatMap((record) => (record.uuid === null ? [] : [[record.uuid, record] as const])))
  const chain = new Set<Outline>()
  for (let at = part.at(-1); at && !chain.has(at); at = at.parent === null ? undefined : byId.get(at.parent)) {
    chain.add(at)
    for (const uuid of at.preserved) addIfThere(chain, byId.get(uuid))
  }
  const messages = new Set([...chain].flatMap((record) => record.message ?? []))
  for (const record of part) if (record.message !== null && messages.has(record.message)) chain.add(record)
  return chain
}

function addIfThere(chain: Set<Outline>, record: Outline | undefined): void {
  if (record) chain.add(record)
}
