import type { OfferedAct } from '../../../shared/drive/offeredAct'
import { copyText } from '../../controls/copyText'
import type { MenuItem } from '../../controls/MenuItem'
import { actIcon } from './actIcon'
import { type ActTarget, doAct } from './doAct'
import { actsNow, loadActs } from './useActs'

/** What can be done with a session or an agent, as it was last heard; what cannot be done stays in the list with its reason. */
export function actItems(target: ActTarget): readonly MenuItem[] {
  const acts = actsNow(target.run, target.key)
  void loadActs(target.run, target.key)
  return acts ? menuItemsOf(acts, target) : []
}

export function menuItemsOf(acts: readonly OfferedAct[], target: ActTarget): readonly MenuItem[] {
  if (acts.length === 0) return []
  const shared = sharedReasons(acts)
  const own = acts.filter(({ reason }) => reason === null || !shared.includes(reason))
  const commands = acts.filter(({ command }) => command !== null)
  return [
    ...own.flatMap((act) => [itemOf(act, target), ...whyItems(act, target)]),
    ...shared.map((reason): MenuItem => {
      const same = acts.filter((act) => act.reason === reason)
      return { kind: 'group', label: reason, items: same.map((act) => ({ ...itemOf(act, target), isReasonSaid: true })) }
    }),
    ...(commands.length === 0 ? [] : [{ kind: 'group' as const, label: 'Copy the command', items: commands.map(copyItem) }]),
  ]
}

/** What several have in common is said once, over them. */
function sharedReasons(acts: readonly OfferedAct[]): readonly string[] {
  const reasons = acts.flatMap(({ reason }) => reason ?? [])
  return [...new Set(reasons.filter((reason, at) => reasons.indexOf(reason) !== at))]
}

function itemOf(act: OfferedAct, target: ActTarget) {
  return {
    kind: 'action' as const,
    id: `act-${act.name}`,
    label: act.label,
    icon: actIcon[act.name],
    disabledReason: act.reason ?? undefined,
    hint: act.isTerminalOnly && act.reason === null ? 'in a terminal' : undefined,
    run: () => doAct(act, target),
  }
}

/** What cannot be resumed can be gone on from in other ways: those are offered where the refusal is explained. */
function whyItems(act: OfferedAct, target: ActTarget): readonly MenuItem[] {
  if (act.name !== 'resume' || act.reason === null || act.origin === null || target.key !== null) return []
  const label = `${act.label}: why not, and what else …`
  return [{ kind: 'action', id: 'why-resume', label, icon: 'info', run: () => doAct(act, target) }]
}

function copyItem({ name, label, command }: OfferedAct): MenuItem {
  return {
    kind: 'action',
    id: `copy-${name}`,
    label: `Copy command: ${label}`,
    icon: 'copy',
    run: () => void copyText(command ?? ''),
  }
}
