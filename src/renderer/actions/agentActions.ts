import type { AgentKey } from '../../shared/ids'
import type { AgentView } from '../../shared/views'
import { copyText } from '../controls/copyText'
import type { MenuAction, MenuItem } from '../controls/MenuItem'
import { openLimits } from '../drive/limits/openLimits'
import { openRawRecord } from '../inspector/transcript/openRawRecord'
import { callEngine, faultOf, useClient } from '../store/client'
import { agentNow, useForest } from '../store/forest'
import { tell } from '../store/tell'
import { useUi } from '../store/ui'
import { changeLinkNow, redoLinkNow, undoLinkNow } from './changeLink'
import { copyMarkdown } from './copyMarkdown'
import { foldAction } from './foldAction'
import { openLinkPicker } from './openLinkPicker'
import { openTranscript } from './openTranscript'
import { redoRefusal, undoRefusal } from './undoRefusal'

const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)
const command = isMac ? '⌘' : 'Ctrl '

/** Everything that can be done with an agent, as of now: the same in every menu. */
export function agentActions(key: AgentKey): readonly MenuItem[] {
  const agent = agentNow(key)
  if (!agent) return []
  return [
    ...readActions(agent),
    ...limitAction(key),
    { kind: 'separator' },
    ...linkActions(agent),
    { kind: 'separator' },
    ...foldAction(agent),
  ]
}

const noRecord = 'Called, but it has not written a record of its own yet.'

function readActions(agent: AgentView): readonly MenuItem[] {
  const { key, uri, id, source } = agent
  const unread = source === null ? noRecord : undefined
  return [
    action('open', 'Open transcript', 'transcript', () => openTranscript(key), { shortcut: 'Enter' }),
    action('copy-uri', 'Copy URI', 'copy', () => void copyText(uri ?? ''), {
      disabledReason: uri === null ? noRecord : undefined,
    }),
    action('copy-markdown', 'Copy as Markdown', 'copy', () => void copyMarkdown(key), { disabledReason: unread }),
    action('copy-id', 'Copy id', 'copy', () => void copyText(id ?? ''), { disabledReason: id === null ? noRecord : undefined }),
    ...revealAction(agent, unread),
    action('raw', 'Open raw record', 'raw', () => openFirstRecord(agent), { disabledReason: unread }),
  ]
}

/** Only a shell that can show files offers it. */
function revealAction({ key }: AgentView, disabledReason: string | undefined): readonly MenuItem[] {
  const { connection } = useClient.getState()
  const { run } = useUi.getState()
  if (connection.kind !== 'open' || !connection.shell.can.revealFile || run === null) return []
  const reveal = (): void => {
    callEngine('revealFile', { run, key }).catch((error: unknown) =>
      tell({ level: 'error', code: 'reveal', message: faultOf(error).message }),
    )
  }
  return [action('reveal', 'Reveal file', 'reveal', reveal, { disabledReason })]
}

function limitAction(key: AgentKey): readonly MenuItem[] {
  const { run } = useUi.getState()
  const of = useForest.getState().root === key ? null : key
  return run === null ? [] : [action('limits', 'Limits …', 'warn', () => openLimits(run, of))]
}

function openFirstRecord({ key, source }: AgentView): void {
  const { run } = useUi.getState()
  if (run !== null && source) openRawRecord({ run, key, n: 0, source: { path: source.path, offset: null } })
}

function linkActions(agent: AgentView): readonly MenuItem[] {
  const { key } = agent
  const { run } = useUi.getState()
  const isRoot = useForest.getState().root === key
  const root = isRoot ? 'The root is where the run begins: it has no parent.' : undefined
  const unplaced = agent.parent === null ? 'Nobody is known to have called it.' : undefined
  const isHidden = agent.hidden === 'user' ? 'It is hidden already.' : undefined
  const isByHand = agent.link.evidence === 'manual' || agent.hidden === 'user' || agent.parent === null
  return [
    action('link', 'Link to …', 'link', () => openLinkPicker(key), { disabledReason: root }),
    action('unlink', 'Unlink', 'unlink', () => void changeLinkNow(key, { kind: 'unlink' }), { disabledReason: root ?? unplaced }),
    action('hide-agent', 'Not a sub-agent', 'hide', () => void changeLinkNow(key, { kind: 'hide' }), {
      disabledReason: root ?? isHidden,
    }),
    action('clear-link', 'Restore automatic', 'refresh', () => void changeLinkNow(key, { kind: 'clear' }), {
      disabledReason: root ?? (isByHand ? undefined : 'Nothing was changed by hand.'),
    }),
    action('undo-link', 'Undo change of a link', 'step-back', () => void undoLinkNow(), {
      shortcut: `${command}Z`,
      disabledReason: undoRefusal(run),
    }),
    action('redo-link', 'Redo change of a link', 'step-next', () => void redoLinkNow(), {
      shortcut: isMac ? '⇧⌘Z' : 'Ctrl Y',
      disabledReason: redoRefusal(run),
    }),
  ]
}

function action(id: string, label: string, icon: string, run: () => void, more: Partial<MenuAction> = {}): MenuAction {
  return { kind: 'action', id, label, icon, run, ...more }
}
