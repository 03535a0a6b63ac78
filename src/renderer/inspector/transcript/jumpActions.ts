import type { AgentKey, RunUri } from '../../../shared/ids'
import type { MenuItem } from '../../controls/MenuItem'
import { callEngine, faultOf } from '../../store/client'
import { untilWhole } from './holdNumber'
import { listNow, sayInTranscript } from './listNow'
import { useSift } from './useSift'
import { useTranscript } from './useTranscript'

type Kind = 'prompt' | 'error'
type Direction = 'before' | 'after'

/** The nearest prompt or error from where the reader stands. */
export async function jumpTo(
  agent: { readonly run: RunUri; readonly key: AgentKey },
  kind: Kind,
  direction: Direction,
): Promise<void> {
  sayInTranscript('')
  await untilWhole()
  try {
    const { n } = await callEngine('nextItem', { ...agent, n: listNow()?.standsAt() ?? 0, direction, kinds: [kind] })
    const { run, key } = useTranscript.getState()
    // Another transcript has taken its place.
    if (run !== agent.run || key !== agent.key) return
    if (n === null) sayInTranscript(`no ${direction === 'before' ? 'earlier' : 'later'} ${kind}`)
    else listNow()?.goTo(n)
  } catch (error) {
    sayInTranscript(faultOf(error).message)
  }
}

function shownFrom(n: number, by: 1 | -1): number {
  return useSift.getState().shown?.nearest(n, by, useTranscript.getState().total) ?? n
}

export function jumpActions(run: RunUri, key: AgentKey): readonly MenuItem[] {
  const to = (label: string, shortcut: string, kind: Kind, direction: Direction): MenuItem => ({
    kind: 'action',
    id: `${kind}-${direction}`,
    label,
    icon: kind === 'prompt' ? 'k-prompt' : 'st-failed',
    shortcut,
    run: () => void jumpTo({ run, key }, kind, direction),
  })
  const edge = (id: string, label: string, shortcut: string, n: () => number): MenuItem => ({
    kind: 'action',
    id,
    label,
    icon: id === 'first' ? 'up' : 'down',
    shortcut,
    run: () => void untilWhole().then(() => listNow()?.goTo(n())),
  })
  return [
    to('Previous prompt', '[', 'prompt', 'before'),
    to('Next prompt', ']', 'prompt', 'after'),
    to('Previous error', '{', 'error', 'before'),
    to('Next error', '}', 'error', 'after'),
    { kind: 'separator' },
    edge('first', 'First item', 'Home', () => shownFrom(0, 1)),
    edge('last', 'Last item', 'End', () => shownFrom(Math.max(0, useTranscript.getState().total - 1), -1)),
  ]
}
