import { fail, ok, type Result } from '../../../../shared/result'
import type { PromotionRefusal } from '../../../promotion'
import type { Outline } from './outlineRecord'

export interface CutRecords {
  readonly kept: readonly Outline[]
  /** Messages behind the cut. */
  readonly leftOut: number
}

/** Up to a message, with all blocks of its response and the results of all its calls: the only places where a conversation may end. */
export function cutAt(records: readonly Outline[], at: string | number): Result<CutRecords, PromotionRefusal> {
  const found = records.findLast((record) => isTalk(record) && isMeant(record, at))
  if (!found) {
    const none = 'nothing of this agent was said up to that item'
    const message = `${at} is no message of this agent: ${records.filter(isTalk).length} were searched`
    return fail({ reason: 'no_such_message', message: typeof at === 'number' ? none : message })
  }
  const asked = new Set(found.results)
  const answered = asked.size === 0 ? undefined : records.find((record) => record.calls.some(({ id }) => asked.has(id)))
  const start = answered ?? found
  const group = records.filter((record) => record === start || (start.message !== null && record.message === start.message))
  const calls = new Set(group.flatMap((record) => record.calls.map(({ id }) => id)))
  const end = records.findLastIndex(
    (record) => record === found || group.includes(record) || record.results.some((id) => calls.has(id)),
  )
  return ok({ kept: records.slice(0, end + 1), leftOut: records.slice(end + 1).filter(isTalk).length })
}

/** What is no message itself (a notice, an error) stands for the one before it. */
function isMeant({ uuid, message, place }: Outline, at: string | number): boolean {
  return typeof at === 'number' ? place.offset <= at : uuid === at || message === at
}

function isTalk(record: Outline): boolean {
  return (record.kind === 'user' || record.kind === 'assistant' || record.kind === 'queued') && !record.isNoise
}
