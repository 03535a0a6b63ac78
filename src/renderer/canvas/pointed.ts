import { create } from 'zustand'
import type { AgentKey } from '../../shared/ids'

/** What the pointer and the keyboard are on. Keys, because numbers change with every layout. */
interface Pointed {
  readonly hovered: AgentKey | null
  /** The edge that leads to this agent. */
  readonly edge: AgentKey | null
  /** The tree has the focus and the keyboard is in use. */
  readonly isFocusSeen: boolean
  /** Being dragged, and over whom. */
  readonly dragged: AgentKey | null
  readonly target: AgentKey | null
}

export const usePointed = create<Pointed>(() => ({ hovered: null, edge: null, isFocusSeen: false, dragged: null, target: null }))

/** Where on the canvas something is being dragged: with every move of the pointer, so nobody but its picture listens. */
export const useDragPlace = create<{ readonly x: number; readonly y: number }>(() => ({ x: 0, y: 0 }))
