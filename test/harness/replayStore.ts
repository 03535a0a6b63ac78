import { setTimeout as pause } from 'node:timers/promises'
import type { StoreWriter } from './StoreWriter'
import type { StoreCommit } from './storeCommits'

/** Lets the recorded commits happen again, with their timing. `afterCommit` is awaited; the recorded clock stands still meanwhile. */
export async function replayStore(
  commits: readonly StoreCommit[],
  writer: StoreWriter,
  afterCommit: (commit: StoreCommit) => Promise<void>,
): Promise<void> {
  let startedAt = performance.now() - (commits[0]?.t ?? 0)
  for (const commit of commits) {
    const delayMs = startedAt + commit.t - performance.now()
    if (delayMs > 0) await pause(delayMs)
    await writer.commit(...commit.statements)
    const before = performance.now()
    await afterCommit(commit)
    startedAt += performance.now() - before
  }
}

/** The commit writes this session's own row. */
export function writesSession({ statements }: StoreCommit, id: string): boolean {
  return statements.some(([sql, ...values]) => sql.startsWith('INSERT INTO "session"') && values.includes(id))
}
