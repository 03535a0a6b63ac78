import { create } from 'zustand'
import type { LaunchOrigin } from '../../../shared/drive/launchWish'
import type { OfferedAct } from '../../../shared/drive/offeredAct'
import type { AgentKey, RunUri } from '../../../shared/ids'

export interface GoOnWish {
  readonly act: Pick<OfferedAct, 'name' | 'label' | 'command' | 'isTerminalOnly'>
  readonly origin: LaunchOrigin
  readonly target: { readonly run: RunUri; readonly key: AgentKey | null }
}

/** What a person wants to go on from; null: the dialog is closed. */
export const useGoOn = create<{ readonly wish: GoOnWish | null }>(() => ({ wish: null }))

export function openGoOn(wish: GoOnWish | null): void {
  useGoOn.setState({ wish })
}
