import type { SessionOwner } from '../core/drive/driver'
import type { HeldProcess } from '../core/drive/heldProcess'
import type { Clock } from './clock'

export interface RivalSources {
  readonly owners: () => Promise<readonly SessionOwner[]>
  readonly held: Pick<HeldProcess, 'pid' | 'isRunning'>
  /** The number of the session's own process, which may be a child of the one that was started; null: it does not say. */
  readonly greeted: Promise<number | null>
  readonly clock: Clock
}

/** One that began together with ours may need so much longer to say so. */
const LATER_MS = 400
/** A program that does not answer must not hold up its start; the desk looks again. */
const PATIENCE_MS = 4000

/** Somebody who opened the session while ours was starting. Null: nobody has. */
export async function findRival({ owners, held, greeted, clock }: RivalSources): Promise<SessionOwner | null> {
  const own = await Promise.race([greeted, after(clock, PATIENCE_MS)])
  await after(clock, LATER_MS)
  if (!held.isRunning()) return null
  const all = await owners()
  const others = all.filter(({ pid }) => pid === null || (pid !== held.pid && pid !== own))
  // It has not said who it is: one of them may be its child.
  const mayBeOurs = own === null && others.length === 1 && others.length === all.length
  return mayBeOurs ? null : (others[0] ?? null)
}

function after(clock: Clock, delayMs: number): Promise<null> {
  return new Promise((resolve) => clock.after(delayMs, () => resolve(null)))
}
