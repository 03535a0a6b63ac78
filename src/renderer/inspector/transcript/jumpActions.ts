import type { AgentKey, RunUri } from '../../../shared/ids'
import type { MenuItem } from '../../controls/MenuItem'
import { callEngine, faultOf } from '../../store/client'
import { listNow, sayInTranscript } from './listNow'
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
  const list = listNow()
  try {
    const { n } = await callEngine('nextItem', { ...agent, n: list?.standsAt() ?? 0, direction, kinds: [kind] })
    if (n === null) sayInTranscript(`no ${direction === 'before' ? 'earlier' : 'later'} ${kind}`)
    else list?.goTo(n)
  } catch (error) {
    sayInTranscript(faultOf(error).message)
  }
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
    run: () => listNow()?.goTo(n()),
  })
  return [
    to('Previous prompt', '[', 'prompt', 'before'),
    to('Next prompt', ']', 'prompt', 'after'),
    to('Previous error', '{', 'error', 'before'),
    to('Next error', '}', 'error', 'after'),
    { kind: 'separator' },
    edge('first', 'First item', 'Home', () => 0),
    edge('last', 'Last item', 'End', () => Math.max(0, useTranscript.getState().total - 1)),
  ]
}
