import type { AttentionItem } from '../../shared/attention'
import { selectRun } from '../store/select'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { needsPerson } from './needsPerson'

type Place = Pick<AttentionItem, 'run' | 'key'>

/** The one behind where the person is, oldest first, around the end; what only failed or is stuck when nothing asks. */
export function nextNeeding<T extends Place & Pick<AttentionItem, 'kind'>>(
  items: readonly T[],
  at: { readonly run: string | null; readonly selected: string | null },
): T | null {
  const asking = items.filter(needsPerson)
  // An agent that asks for several things is one place.
  const list = placesOf(asking.length > 0 ? asking : items.filter(({ kind }) => kind !== 'finished'))
  const here = list.findIndex(({ run, key }) => run === at.run && key === at.selected)
  return list[(here + 1) % list.length] ?? null
}

function placesOf<T extends Place>(items: readonly T[]): readonly T[] {
  const places = new Map<string, T>()
  for (const item of items) if (!places.has(`${item.run} ${item.key}`)) places.set(`${item.run} ${item.key}`, item)
  return [...places.values()]
}

/** False: nobody needs a person. */
export function goToNextNeeding(): boolean {
  const next = nextNeeding(useTold.getState().attention.items, useUi.getState())
  if (next) selectRun(next.run, next.key)
  return next !== null
}
