import type { SessionOwner } from '../../../core/drive/driver'
import { writersOf } from '../openRollouts'
import { readThreadLocks } from '../threadLocks'

/** Who has a thread loaded: by the lock of its writer, which is only looked at, and by the rollouts that are open, where none locks. */
export async function threadOwners(root: string, thread: string): Promise<readonly SessionOwner[]> {
  const holder = readThreadLocks(root).holders?.get(thread)
  const locked = holder === undefined ? [] : [holder]
  const writing = writersOf(root, thread).filter((pid) => pid !== holder)
  return [
    ...locked.map((pid) => ({ pid, words: pid === null ? HELD : `process ${pid}, which holds its writer lock` })),
    ...writing.map((pid) => ({ pid, words: `process ${pid}, which has its rollout open for writing` })),
  ]
}

const HELD = 'another process (its writer lock is held)'
