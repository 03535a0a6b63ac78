import type { SessionOwner } from '../core/drive/driver'
import type { HeldProcess } from '../core/drive/heldProcess'
import type { Clock } from './clock'
import { isBelow } from './processes/isBelow'

export interface RivalSources {
  readonly owners: () => Promise<readonly SessionOwner[]>
  readonly held: Pick<HeldProcess, 'pid' | 'isRunning'>
  /** The number of the session's own process, which may be a child of the one that was started; null: it does not say. */
  readonly greeted: Promise<number | null>
  readonly clock: Clock
  /** Null: it has none, or nobody knows. Absent: as this system tells. */
  readonly parentOf?: ((pid: number) => number | null) | undefined
}

/** One that began together with ours may need so much longer to say so. */
const LATER_MS = 400
/** A program that does not answer must not hold up its start; the desk looks again. */
const PATIENCE_MS = 4000

/** Somebody who opened the session while ours was starting. Null: nobody has. */
export async function findRival({ owners, held, greeted, clock, parentOf }: RivalSources): Promise<SessionOwner | null> {
  const own = await Promise.race([greeted, after(clock, PATIENCE_MS)])
  await after(clock, LATER_MS)
  if (!held.isRunning()) return null
  const all = await owners()
  // One that has not said who it is may still be a child of ours; a rival alone in the registry looks the same but for that.
  return all.find(({ pid }) => pid === null || (pid !== own && !isBelow(pid, held.pid, parentOf))) ?? null
}

function after(clock: Clock, delayMs: number): Promise<null> {
  return new Promise((resolve) => clock.after(delayMs, () => resolve(null)))
}
