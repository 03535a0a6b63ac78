import { type Attention, type AttentionItem, AttentionKind } from '../../shared/attention'
import type { Ask } from '../../shared/drive/ask'

/** The chips over the list: what a person tells apart at a glance. */
export type AttentionGroup = 'need' | 'failed' | 'limit' | 'stuck' | 'finished'

export const attentionGroups: readonly AttentionGroup[] = ['need', 'failed', 'limit', 'stuck', 'finished']

export function groupOf(kind: AttentionKind): AttentionGroup {
  switch (kind) {
    case 'permission':
    case 'question':
      return 'need'
    case 'failed':
    case 'stuck':
    case 'finished':
      return kind
    default:
      return kind satisfies never
  }
}

export const groupWords: Record<AttentionGroup, string> = {
  need: 'needs you',
  failed: 'failed',
  limit: 'limit passed',
  stuck: 'stuck',
  finished: 'finished',
}

export const groupIcons: Record<AttentionGroup, { readonly name: string; readonly className: string }> = {
  need: { name: 'st-waiting', className: 'st-waiting' },
  failed: { name: 'st-failed', className: 'st-failed' },
  limit: { name: 'warn', className: 'st-waiting' },
  stuck: { name: 'clock', className: 'st-waiting' },
  finished: { name: 'st-completed', className: 'st-completed' },
}

/** How many there are of each, `more` of them not in the list; a group without any has no chip. */
export function countKinds(
  items: readonly Pick<AttentionItem, 'kind'>[],
  more: Attention['more'] = {},
): ReadonlyMap<AttentionGroup, number> {
  const counts = new Map<AttentionGroup, number>()
  const add = (kind: AttentionKind, count: number): void =>
    void (count > 0 && counts.set(groupOf(kind), (counts.get(groupOf(kind)) ?? 0) + count))
  for (const { kind } of items) add(kind, 1)
  for (const kind of AttentionKind.options) add(kind, more[kind] ?? 0)
  return counts
}

/** How long it has been so, in the words of its kind. */
export function sinceWords(kind: AttentionKind | Ask['kind'], duration: string): string {
  return kind === 'failed' ? `${duration} ago` : `${kind} · ${duration}`
}

/** What it is about, before the one line that says it. */
export function detailLead(kind: AttentionKind): string {
  return kind === 'permission' || kind === 'question' ? `${kind}: ` : kind === 'finished' ? '→ ' : ''
}
