import { create } from 'zustand'
import type { AgentKey, RunUri } from '../../../shared/ids'

/** Whose limits are shown; null: nobody's. */
export const useLimits = create<{ readonly of: { readonly run: RunUri; readonly key: AgentKey | null } | null }>(() => ({
  of: null,
}))

export function openLimits(run: RunUri | null, key: AgentKey | null = null): void {
  useLimits.setState({ of: run === null ? null : { run, key } })
}
