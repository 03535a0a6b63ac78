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
  const list = asking.length > 0 ? asking : items.filter(({ kind }) => kind !== 'finished')
  const here = list.findIndex(({ run, key }) => run === at.run && key === at.selected)
  return list[(here + 1) % list.length] ?? null
}

/** False: nobody needs a person. */
export function goToNextNeeding(): boolean {
  const next = nextNeeding(useTold.getState().attention.items, useUi.getState())
  if (next) selectRun(next.run, next.key)
  return next !== null
}
