import type { LaunchRecord } from './launchShelf'

/** What any program of ours has said once stays said, whatever another one knew when it spoke. */
export function mergeRecord(now: LaunchRecord, change: Partial<LaunchRecord>): LaunchRecord {
  const next = { ...now, ...change }
  const ended = mergeEnd(now.ended, next.ended)
  return {
    ...next,
    ended,
    run: next.run ?? now.run,
    isStopped: now.isStopped || next.isStopped,
    hasBegun: now.hasBegun || next.hasBegun,
    trouble: now.trouble ?? next.trouble,
    // Since the first who paused it; what has ended waits for nothing.
    pausedAt: ended !== null || next.pausedAt === null ? null : (now.pausedAt ?? next.pausedAt),
    pausedMs: Math.max(now.pausedMs, next.pausedMs),
    last: mergeLast(now.last, next.last),
  }
}

/** Who saw how it ended knows more than who found it gone. */
function mergeEnd(now: LaunchRecord['ended'], next: LaunchRecord['ended']): LaunchRecord['ended'] {
  if (now === null || next === null) return now ?? next
  return now.code === null && now.signal === null && (next.code !== null || next.signal !== null) ? next : now
}

/** Only ever more, or two programs would correct each other for good. */
function mergeLast(now: LaunchRecord['last'], next: LaunchRecord['last']): LaunchRecord['last'] {
  if (now === null || next === null) return now ?? next
  return {
    trouble: now.trouble ?? next.trouble,
    said: next.said.length > now.said.length ? next.said : now.said,
    model: now.model ?? next.model,
  }
}
