import type { AgentKey, RunUri } from '../../shared/ids'
import type { LinkChange, LinkChangeAnswer, LinkChanged, LinkPlace } from '../../shared/linkChange'
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
export async function changeLinkNow(key: AgentKey, change: LinkChange, run: RunUri = runNow()): Promise<boolean> {
  const who = nameOf(key)
  const answer = await ask(() => callEngine('changeLink', { run, key, change, isDryRun: false }))
  if (!answer.ok) {
    tellOutcome({ run, text: answer.message, offer: null, isRefusal: true })
    return false
  }
  followKey(run, answer)
  const text = `${who}: ${placeWords(answer.before)} → ${placeWords(answer.after)}`
  tellOutcome({ run, text, offer: 'undo', isRefusal: false })
  return true
}

/** Takes back the last change of a run: of the run that is shown, unless the offer was made about another one. */
export async function undoLinkNow(run: RunUri = runNow()): Promise<void> {
  const answer = await ask(() => callEngine('undoLink', { run }))
  takeBack(run, answer, { said: 'Undone', offer: 'redo' })
}

export async function redoLinkNow(run: RunUri = runNow()): Promise<void> {
  const answer = await ask(() => callEngine('redoLink', { run }))
  takeBack(run, answer, { said: 'Done again', offer: 'undo' })
}

interface TakenBack {
  readonly said: string
  readonly offer: 'undo' | 'redo'
}

function takeBack(run: RunUri, answer: LinkChangeAnswer, { said, offer }: TakenBack): void {
  if (!answer.ok) return tellOutcome({ run, text: answer.message, offer: null, isRefusal: true })
  followKey(run, answer)
  const text = `${said}: ${nameOf(answer.after.key)} → ${placeWords(answer.after)}`
  tellOutcome({ run, text, offer, isRefusal: false })
}

/** An agent was dropped on another one: says what that means, and asks. */
export async function proposeMove(
  key: AgentKey,
  parent: AgentKey,
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  const change: LinkChange = { kind: 'place', parent, call: null }
  const run = runNow()
  const answer = await tryLink(key, change)
  // Another run is shown by now: nobody waits for this any more.
  if (useUi.getState().run !== run) return
  const label = `Move ${nameOf(key)} under ${nameOf(parent)}`
  const move = { kind: 'action', id: 'move', label, icon: 'link', run: () => void changeLinkNow(key, change, run) } as const
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
export function placeWords({ key, parent, evidence, hidden }: LinkPlace): string {
  // Only who is not in the tree goes by an address there.
  if (parent === null && key.includes('://')) return 'not in this run'
  if (hidden) return 'hidden, not a sub-agent'
  const by = evidence === 'manual' ? ', by hand' : ''
  return parent === null ? `unplaced${by}` : `under ${nameOf(parent)}${by}`
}

/** An agent that takes a call is known by the call from then on. */
function followKey(run: RunUri, { before, after }: LinkChanged): void {
  const ui = useUi.getState()
  if (ui.run === run && before.key !== after.key && ui.selected === before.key) selectAgent(after.key)
}

export function nameOf(key: AgentKey): string {
  const agent = agentNow(key)
  return agent ? agentName(agent) : key
}

function runNow(): RunUri {
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
