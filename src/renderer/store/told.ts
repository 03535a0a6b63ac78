import { create } from 'zustand'
import type { Attention } from '../../shared/attention'
import type { Notice } from '../../shared/contract'
import type { Health } from '../../shared/health'
import { defaultSettings, type Settings } from '../../shared/settings'

/** What the engine tells without being asked. Only `connectPage` sets it. */
export interface Told {
  readonly attention: Attention
  readonly settings: Settings
  readonly health: Health | null
  readonly notices: readonly Notice[]
}

export const useTold = create<Told>(() => ({
  attention: { items: [], fresh: [] },
  settings: defaultSettings,
  health: null,
  notices: [],
}))
