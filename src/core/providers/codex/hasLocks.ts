import { isAtLeast } from '../../isAtLeast'

/** The first release seen to lock the threads that it holds; 0.128 does not. */
const FIRST_LOCKED: readonly number[] = [0, 150, 0]

/** Whether a thread of this release that nobody has locked is held by nobody. */
export function hasLocks(version: string | null): boolean {
  return isAtLeast(version, FIRST_LOCKED) ?? true
}
