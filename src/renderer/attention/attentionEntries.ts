import type { Attention, AttentionItem, AttentionKind } from '../../shared/attention'
import type { AskId } from '../../shared/drive/ask'
import type { ShownAsk } from '../drive/asks/shownAsks'

/** One row of the list: an ask of ours, with its place in the list where its run is known already, or any other matter. */
export type AttentionEntry =
  | {
      readonly id: string
      readonly since: string
      readonly kind: AttentionKind
      readonly item: AttentionItem
      readonly shown: null
    }
  | {
      readonly id: string
      readonly since: string
      readonly kind: 'permission' | 'question'
      readonly item: AttentionItem | null
      readonly shown: ShownAsk
    }

/** Everything that waits for a person, oldest first: each ask is a row, whether or not the tree of its run is there. */
export function attentionEntries(
  items: readonly AttentionItem[],
  asks: readonly ShownAsk[],
  own: ReadonlySet<AskId>,
): readonly AttentionEntry[] {
  const listed = new Map(items.flatMap((item) => (item.ask === undefined ? [] : [[item.ask, item] as const])))
  const shown = new Set(asks.map(({ ask }) => ask.id))
  const ours = asks.map(({ ask, end }): AttentionEntry => {
    const kind = ask.kind === 'question' ? 'question' : 'permission'
    return { id: `ask ${ask.id}`, since: ask.at, kind, item: listed.get(ask.id) ?? null, shown: { ask, end } }
  })
  const others = items.flatMap((item): AttentionEntry[] => {
    const { id, since, kind, ask } = item
    // What this page has answered is told as gone a moment before the list is.
    const isTold = ask !== undefined && (shown.has(ask) || own.has(ask))
    return isTold ? [] : [{ id, since, kind, item, shown: null }]
  })
  return [...ours, ...others].sort((a, b) => compare(a.since, b.since) || compare(a.id, b.id))
}

/** It cannot go on without a person; the others are news. */
export function isNeeding({ kind, shown }: AttentionEntry): boolean {
  return (kind === 'permission' || kind === 'question') && (shown === null || shown.end === null)
}

/** How many need a person, also where there was no room to tell of them. */
export function countNeeding(entries: readonly AttentionEntry[], { more }: Pick<Attention, 'more'>): number {
  return entries.filter(isNeeding).length + (more?.permission ?? 0) + (more?.question ?? 0)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
