import type { OfferedAct } from '../../../shared/drive/offeredAct'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { MenuAction } from '../../controls/MenuItem'
import { useForest } from '../../store/forest'
import { actsNow } from '../acts/useActs'
import { openGoOn } from './openGoOn'

/** Goes on after one item of a transcript: what came behind it stays behind. */
export function goOnFromItem(of: { readonly run: RunUri; readonly key: AgentKey }, number: () => Promise<number>): MenuAction {
  const key = useForest.getState().root === of.key ? null : of.key
  const acts = actsNow(of.run, key)
  const act = cuttable(acts ?? [])
  return {
    kind: 'action',
    id: 'go-on',
    label: 'Continue from here',
    icon: 'continue',
    disabledReason: act
      ? (act.reason ?? undefined)
      : acts
        ? 'Its tool has no way to go on from here.'
        : 'What can be done with it is not known yet.',
    run: () => {
      const origin = act?.origin
      if (origin) void number().then((at) => openGoOn({ act, origin: { ...origin, at }, target: { run: of.run, key } }))
    },
  }
}

/** The strongest way that takes a part of a conversation. */
export function cuttable(acts: readonly OfferedAct[]): OfferedAct | undefined {
  const ways = (['continue', 'render', 'fork'] as const).flatMap(
    (name) => acts.find((act) => act.name === name && act.origin !== null) ?? [],
  )
  return ways.find(({ reason }) => reason === null) ?? ways[0]
}
