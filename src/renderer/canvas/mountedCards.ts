import type { AgentKey } from '../../shared/ids'

/** Whose cards are elements of the page at the moment: written by the card layer, read by the painters. */
export const mountedCards = new Set<AgentKey>()
