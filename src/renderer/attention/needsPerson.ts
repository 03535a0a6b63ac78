import type { AttentionItem } from '../../shared/attention'

/** It cannot go on without a person; the other kinds are news. */
export function needsPerson(item: Pick<AttentionItem, 'kind'>): boolean {
  return item.kind === 'permission' || item.kind === 'question'
}

/** Seen is seen: what asks stays until it has its answer. */
export function isDismissable(item: Pick<AttentionItem, 'kind'>): boolean {
  return !needsPerson(item)
}
