import { existsSync } from 'node:fs'
import { keeperFolders } from '../../keeper/keeperFolders'
import type { LaunchFault } from '../../shared/launchState'
import { fail } from '../../shared/result'
import { every } from '../every'
import { createProcessTable, processSourceFor } from '../processTable'
import { openTerminalEars } from './followTerminal'
import type { Held } from './held'
import { type KeeperChange, openLaunchBook } from './launchBook'
import { readLaunch, readLaunches } from './readLaunches'
import { watchLaunches } from './watchLaunches'

/** What the keeper holds, as its folder tells it. Nobody is connected: who only looks must not keep alive what nobody wants any more. */
export interface HeldLook {
  /** Oldest first. */
  list(): Promise<readonly Held[]>
  onChange(listener: (change: KeeperChange) => void): () => void
  close(): void
}

/** Nobody tells of the end of one whose keeper died. */
const LOOK_MS = 2000
const ONLY_LOOKS: LaunchFault = { code: 'not_held', system: null, message: 'It is only looked at from here.' }

export function lookAtHeld(home: string): HeldLook {
  const processes = createProcessTable(processSourceFor(process.platform))
  const listeners = new Set<(change: KeeperChange) => void>()
  const refuse = () => Promise.resolve(fail(ONLY_LOOKS))
  const book = openLaunchBook(
    { home, ears: openTerminalEars(), link: () => null, ask: refuse, forget: refuse },
    processes,
    (change) => {
      for (const listener of [...listeners]) listener(change)
    },
  )
  let watch: ReturnType<typeof watchLaunches> | null = null
  let isClosed = false
  const refresh = async (): Promise<void> => {
    if (isClosed || !existsSync(keeperFolders(home).launches)) return
    watch ??= watchLaunches(home, {
      onOutput: (id) => book.look(id),
      onState: (id) => {
        const state = readLaunch(home, id)
        if (state) book.put(state, false)
        else book.drop(id)
      },
    })
    await watch.ready
    await processes.refresh()
    if (isClosed) return
    for (const state of readLaunches(home)) book.put(state, false)
    for (const id of book.ids()) if (!readLaunch(home, id)) book.drop(id)
  }
  const looking = every(LOOK_MS, refresh)
  return {
    async list() {
      await refresh()
      return book.list()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      looking.close()
      watch?.close()
      book.close()
    },
  }
}
