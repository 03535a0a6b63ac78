import type { AgentKey } from '../../shared/ids'
import type { LinkChange, LinkChangeAnswer, LinkPlace } from '../../shared/linkChange'
import { openMenu } from '../controls/Menu'
import { agentName } from '../store/agentName'
import { callEngine, faultOf } from '../store/client'
import { agentNow } from '../store/forest'
import { selectAgent } from '../store/select'
import { useUi } from '../store/ui'
import { tellOutcome } from './linkOutcome'

/** What a change would do; nothing is stored. */
export function tryLink(key: AgentKey, change: LinkChange): Promise<LinkChangeAnswer> {
  return ask(() => callEngine('changeLink', { run: runNow(), key, change, isDryRun: true }))
}

/** Changes the place of an agent and says what came of it. True: it is done. */
export async function changeLinkNow(key: AgentKey, change: LinkChange): Promise<boolean> {
  const who = nameOf(key)
  const answer = await ask(() => callEngine('changeLink', { run: runNow(), key, change, isDryRun: false }))
  if (!answer.ok) {
    tellOutcome(answer.message, null, true)
    return false
  }
  followKey(answer.before.key, answer.after.key)
  tellOutcome(`${who}: ${placeWords(answer.before)} → ${placeWords(answer.after)}`, 'undo')
  return true
}

export async function undoLinkNow(): Promise<void> {
  takeBack(await ask(() => callEngine('undoLink', { run: runNow() })), 'Undone', 'redo')
}

export async function redoLinkNow(): Promise<void> {
  takeBack(await ask(() => callEngine('redoLink', { run: runNow() })), 'Done again', 'undo')
}

function takeBack(answer: LinkChangeAnswer, said: string, offer: 'undo' | 'redo'): void {
  if (!answer.ok) return tellOutcome(answer.message, null, true)
  followKey(answer.before.key, answer.after.key)
  tellOutcome(`${said}: ${nameOf(answer.after.key)} → ${placeWords(answer.after)}`, offer)
}

/** An agent was dropped on another one: says what that means, and asks. */
export async function proposeMove(
  key: AgentKey,
  parent: AgentKey,
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  const change: LinkChange = { kind: 'place', parent, call: null }
  const answer = await tryLink(key, change)
  const label = `Move ${nameOf(key)} under ${nameOf(parent)}`
  const move = { kind: 'action', id: 'move', label, icon: 'link', run: () => void changeLinkNow(key, change) } as const
  const words = answer.ok ? `${placeWords(answer.before)} → ${placeWords(answer.after)}` : 'Not possible'
  openMenu({
    at,
    label,
    items: [
      { kind: 'group', label: words, items: [answer.ok ? move : { ...move, disabledReason: answer.message }] },
      // The menu closes by itself.
      { kind: 'action', id: 'cancel', label: 'Leave it where it is', icon: 'close', run: () => undefined },
    ],
  })
}

/** `under reviewer #4, by hand`. */
export function placeWords({ parent, evidence, hidden }: LinkPlace): string {
  if (hidden) return 'hidden, not a sub-agent'
  const by = evidence === 'manual' ? ', by hand' : ''
  return parent === null ? `unplaced${by}` : `under ${nameOf(parent)}${by}`
}

/** An agent that takes a call is known by the call from then on. */
function followKey(before: AgentKey, after: AgentKey): void {
  if (before !== after && useUi.getState().selected === before) selectAgent(after)
}

export function nameOf(key: AgentKey): string {
  const agent = agentNow(key)
  return agent ? agentName(agent) : key
}

function runNow() {
  const { run } = useUi.getState()
  if (run === null) throw new Error('no run is shown')
  return run
}

/** Whatever goes wrong on the way is an answer too: the person reads it in the same place. */
async function ask(call: () => Promise<LinkChangeAnswer>): Promise<LinkChangeAnswer> {
  try {
    return await call()
  } catch (error) {
    return { ok: false, rule: 'not_stored', message: faultOf(error).message }
  }
}
