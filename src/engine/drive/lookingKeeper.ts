import type { HeldProcess, ProcessFault } from '../../core/drive/heldProcess'
import { keeperFolders } from '../../keeper/keeperFolders'
import { procStart } from '../../keeper/procStart'
import { fail, type Result } from '../../shared/result'
import { readKeeperFile } from '../keeper/connectKeeper'
import type { Held } from '../keeper/held'
import { type HeldLook, lookAtHeld } from '../keeper/lookAtHeld'
import type { DeskKeeper, KeptProcess } from './deskKeeper'
import { heldByKeeper } from './heldByKeeper'

export interface LookingKeeper extends DeskKeeper {
  /** All that was there when it was first looked at has been read. */
  caughtUp(): Promise<void>
}

const ONLY_LOOKS: Result<never, ProcessFault> = fail({ code: 'failed', message: 'It is only looked at from here.' })
const refuse = (): Promise<Result<never, ProcessFault>> => Promise.resolve(ONLY_LOOKS)

/** What others of ours hold, read from the files: nothing is written to, nothing is ended, and nobody learns that we look. */
export function lookingKeeper(stateFolder: string): LookingKeeper {
  const look = lookAtHeld(stateFolder)
  const kept = new Map<string, KeptProcess>()
  const reading: Promise<void>[] = []
  const keptOf = (held: Held): KeptProcess => {
    const known = kept.get(held.id) ?? {
      id: held.id,
      held: onlySeen(look, held, reading, () => isKept(stateFolder)),
      argv: held.argv.slice(1),
      memo: held.note,
    }
    kept.set(held.id, known)
    return known
  }
  return {
    ...{ hold: refuse, keep: () => Promise.resolve(), trouble: () => null },
    list: async () => (await look.list()).map(keptOf),
    forget: () => Promise.resolve(),
    terminal: () => null,
    close() {
      look.close()
      return Promise.resolve()
    },
    async caughtUp() {
      await Promise.all(reading)
    },
  }
}

function isKept(stateFolder: string): boolean {
  const keeper = readKeeperFile(keeperFolders(stateFolder).file)
  return keeper !== null && (keeper.procStart === null || procStart(keeper.pid) === keeper.procStart)
}

function onlySeen(look: HeldLook, held: Held, reading: Promise<void>[], isHeard: () => boolean): HeldProcess {
  const seen = heldByKeeper(look, held)
  const acts: Partial<HeldProcess> = {
    // Whoever holds it tells nobody but those who are connected.
    isHeld: () => seen.isRunning(),
    // The last word of a keeper that was killed may be old.
    asks: () => (isHeard() ? seen.asks() : null),
    follow(onLine, onCaughtUp) {
      const { promise, resolve } = Promise.withResolvers<void>()
      reading.push(promise)
      return seen.follow(onLine, () => {
        onCaughtUp()
        resolve()
      })
    },
    ...{ write: refuse, endInput: refuse, signal: refuse, stop: () => Promise.resolve() },
  }
  return Object.assign(Object.create(seen) as HeldProcess, acts) // All that is not replaced is its prototype's.
}
