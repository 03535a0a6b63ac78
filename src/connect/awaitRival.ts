import type { SessionOwner } from '../core/drive/driver'
import type { Clock } from './clock'

const LOOKS = 15
const EVERY_MS = 100

/**
 * Somebody who began to open a session a moment ago and has not said so yet. For programs that say their first words themselves: once
 * they run, nobody can hold the words back. Null: nobody has within the time that a start takes.
 */
export async function awaitRival(owners: () => Promise<readonly SessionOwner[]>, clock: Clock): Promise<SessionOwner | null> {
  for (let look = 0; look < LOOKS; look++) {
    const [owner] = await owners()
    if (owner) return owner
    await new Promise<void>((resolve) => clock.after(EVERY_MS, resolve))
  }
  return (await owners())[0] ?? null
}
