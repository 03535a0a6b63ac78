import type { Engine, LookupFailure, Target } from '../../engine/engine'
import { fail, ok, type Result } from '../../shared/result'
import type { TranscriptItem } from '../../shared/views'

const pageSize = 200

/** All items of an agent, oldest first, a page at a time; no transcript is ever held whole. */
export async function pageThrough(
  engine: Engine,
  target: Target,
  onItems: (items: readonly TranscriptItem[]) => void | Promise<void>,
  stopped: AbortSignal,
): Promise<Result<number, LookupFailure>> {
  const last = await engine.transcript(target, { before: null, limit: 1 })
  if (!last.ok) return fail(last.failure)
  const { total } = last.value
  for (let from = 0; from < total && !stopped.aborted; from += pageSize) {
    const before = Math.min(total, from + pageSize)
    const page = await engine.transcript(target, { before, limit: before - from })
    if (!page.ok) return fail(page.failure)
    await onItems(page.value.items)
  }
  return ok(total)
}
