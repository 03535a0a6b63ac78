import { AskCard } from './AskCard'
import type { ShownAsk } from './shownAsks'
import { useAskPath } from './useAskPath'

/** A card that finds out by itself who asks. */
export function PathedAsk({ ask, end, look }: ShownAsk & { readonly look: 'row' | 'drawer' }) {
  const path = useAskPath(ask)
  return <AskCard ask={ask} end={end} look={look} path={path} />
}
