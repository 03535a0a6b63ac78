import { create } from 'zustand'
import type { AgentKey } from '../../shared/ids'

/** The agent for which a new parent is being chosen. */
export const useLinkPicker = create<{ readonly key: AgentKey | null }>(() => ({ key: null }))

export function openLinkPicker(key: AgentKey | null): void {
  useLinkPicker.setState({ key })
}
