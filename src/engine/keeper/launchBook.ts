import type { HeldId } from '../../shared/ids'
import type { LaunchState } from '../../shared/launchState'
import type { ProcessTable } from '../processTable'
import type { Held } from './held'
import { type HeldAccess, type HeldLaunch, heldLaunch } from './heldLaunch'
import { judgeLaunch } from './judgeLaunch'

export type KeeperChange = { readonly kind: 'changed'; readonly held: Held } | { readonly kind: 'forgotten'; readonly id: HeldId }

/** All that was launched for one home, as it is known now. */
export interface LaunchBook {
  list(): readonly Held[]
  get(id: HeldId): Held | null
  /** `isHeld`: the keeper said so. */
  put(state: LaunchState, isHeld: boolean): Held
  drop(id: HeldId): void
  ids(): readonly HeldId[]
  launches(): readonly LaunchState[]
  look(id: HeldId): void
  close(): void
}

export function openLaunchBook(
  access: HeldAccess,
  processes: ProcessTable,
  onChange: (change: KeeperChange) => void,
): LaunchBook {
  const entries = new Map<HeldId, HeldLaunch>()
  return {
    list: () => [...entries.values()].map((entry) => entry.held).sort((a, b) => a.startedAt - b.startedAt),
    get: (id) => entries.get(id)?.held ?? null,
    put(state, isHeld) {
      const judged = judgeLaunch(state, isHeld, processes)
      const known = entries.get(state.id)
      const entry = known ?? heldLaunch(access, state, judged)
      entries.set(state.id, entry)
      if (!known || known.update(state, judged)) onChange({ kind: 'changed', held: entry.held })
      return entry.held
    },
    drop(id) {
      if (entries.delete(id)) onChange({ kind: 'forgotten', id })
    },
    ids: () => [...entries.keys()],
    launches: () => [...entries.values()].map((entry) => entry.launch),
    look: (id) => entries.get(id)?.look(),
    close() {
      for (const entry of entries.values()) entry.close()
    },
  }
}
