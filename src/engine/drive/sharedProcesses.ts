import type { DeskKeeper, KeptProcess } from './deskKeeper'
import { sharedName } from './LaunchGround'
import type { LaunchRecord } from './launchShelf'
import type { MeetingLock } from './meetingLock'

/** Processes of ours that serve many sessions: they end when nobody has needed them for a while. */
export interface SharedProcesses {
  /** Those that run. */
  pids(): Promise<ReadonlySet<number>>
  /** Ends what nobody has needed for long; looks seldom enough to be asked often. */
  look(): Promise<void>
  /**
   * Who leaves looks a last time: what nobody needs goes when the last of us has been gone for a while. What outlived its keeper would stay
   * for good: it ends now, unless who leaves has only read.
   */
  leave(isReader: boolean): Promise<void>
}

export interface SharedSources {
  readonly keeper: Pick<DeskKeeper, 'list' | 'keep'>
  /** Of this program and of all others of ours, as they are on the disk now. */
  readonly records: () => readonly Pick<LaunchRecord, 'process' | 'ended'>[]
  readonly lock: MeetingLock
  readonly now: () => number
}

/** The next session of the same product often comes soon, and a start takes seconds. */
const LINGER_MS = 60_000
const LOOK_MS = 10_000

export function sharedProcesses({ keeper, records, lock, now }: SharedSources): SharedProcesses {
  let lookedAt = Number.NEGATIVE_INFINITY
  const running = async (): Promise<KeptProcess[]> =>
    (await keeper.list()).filter(({ memo, held }) => sharedName(memo) !== null && held.isRunning())
  /** With the time since when. */
  const unneeded = async (): Promise<{ one: KeptProcess; since: number }[]> => {
    const all = await running()
    const noted = records()
    return all.flatMap((one) => {
      const users = noted.filter(({ process }) => process === one.id)
      if (users.some(({ ended }) => ended === null)) return []
      return { one, since: Math.max(one.held.startedAt, ...users.map(({ ended }) => ended?.at ?? 0)) }
    })
  }
  const settle = (work: (idle: { one: KeptProcess; since: number }[]) => Promise<unknown>): Promise<void> =>
    // Looked at first without the lock: nobody is to wait for a look that finds nothing.
    unneeded().then(async (idle) => {
      if (idle.length > 0) await lock.alone(async () => void (await work(await unneeded())))
    })
  return {
    pids: async () => new Set((await running()).map(({ held }) => held.pid)),
    async look() {
      if (now() - lookedAt < LOOK_MS) return
      lookedAt = now()
      await settle((idle) =>
        Promise.all(idle.map(({ one, since }) => (now() - since < LINGER_MS ? keeper.keep(one.id, false) : one.held.stop()))),
      )
    },
    leave: (isReader) =>
      settle((idle) =>
        Promise.all(idle.map(({ one }) => (one.held.isHeld() || isReader ? keeper.keep(one.id, false) : one.held.stop()))),
      ),
  }
}
