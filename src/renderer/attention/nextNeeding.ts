import type { AttentionItem } from '../../shared/attention'
import type { AgentKey, RunUri } from '../../shared/ids'
import { shownAsks } from '../drive/asks/shownAsks'
import { useDrive } from '../drive/useDrive'
import { selectRun } from '../store/select'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { type AttentionEntry, attentionEntries } from './attentionEntries'
import { needsPerson } from './needsPerson'

interface Place {
  readonly run: RunUri
  readonly key: AgentKey | null
}

type Matter = Place & Pick<AttentionItem, 'kind'>

/** The one behind where the person is, oldest first, around the end; what only failed or is stuck when nothing asks. */
export function nextNeeding<T extends Matter>(
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

/** Where each entry leads: an ask names its agent itself, before the list has caught up with the tree. */
export function placesNeeding(entries: readonly AttentionEntry[]): readonly Matter[] {
  return entries.flatMap(({ kind, item, shown }): readonly Matter[] => {
    if (shown === null) return [{ run: item.run, key: item.key, kind }]
    const run = shown.ask.run ?? item?.run
    return run === undefined || shown.end !== null ? [] : [{ run, key: shown.ask.key ?? item?.key ?? null, kind }]
  })
}

/** False: nobody needs a person. Of what the button counts, or it would say "1 needs you" and the key find nobody. */
export function goToNextNeeding(): boolean {
  const drive = useDrive.getState()
  const entries = attentionEntries(useTold.getState().attention.items, shownAsks(drive), drive.own)
  const next = nextNeeding(placesNeeding(entries), useUi.getState())
  if (next) selectRun(next.run, next.key)
  return next !== null
}
