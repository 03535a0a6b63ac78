import type { AgentKey } from '../../shared/ids'

/** Whose cards are elements of the page at the moment: written by the card layer, read by the painters. */
export const mountedCards = new Set<AgentKey>()

export const mostCards = 400

/** There may be more of them in the window than are elements. */
export function isFull(): boolean {
  return mountedCards.size >= mostCards
}
