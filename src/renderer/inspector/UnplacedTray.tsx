import { useState } from 'react'
import type { AgentKey, RunUri } from '../../shared/ids'
import type { LinkRow } from '../../shared/views'
import { changeLinkNow, nameOf } from '../actions/changeLink'
import { openLinkPicker } from '../actions/openLinkPicker'
import { Dialog } from '../controls/Dialog'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { PhaseIcon } from '../controls/PhaseIcon'
import { agentName } from '../store/agentName'
import { callEngine } from '../store/client'
import { useAgent, useForest } from '../store/forest'
import { selectAgent } from '../store/select'
import { useUi } from '../store/ui'
import { useTypeClass } from '../store/useTypeClass'
import { plural } from './tool/plural'
import { useAnswer } from './useAnswer'

/** Agents that belong to the run but to no call that is known: each with the calls it may belong to. */
export function UnplacedTray() {
  const isOpen = useUi((ui) => ui.overlay === 'unplaced')
  const run = useUi((ui) => ui.run)
  return isOpen && run !== null ? <Tray run={run} /> : null
}

const step = 50

function Tray({ run }: { readonly run: RunUri }) {
  const unplaced = useForest((forest) => forest.unplaced)
  const [shown, setShown] = useState(step)
  const close = (): void => useUi.setState({ overlay: null })
  return (
    <Dialog title={`${plural(unplaced.length, 'agent')} unplaced`} width={600} onClose={close}>
      <p className="f2">These belong to the run, but nothing recorded says who called them.</p>
      <ul className="tray-list">
        {unplaced.slice(0, shown).map((key) => (
          <Entry key={key} run={run} agent={key} onClose={close} />
        ))}
      </ul>
      {unplaced.length === 0 && <p className="f3">Every agent has its place.</p>}
      {unplaced.length > shown && (
        <button type="button" className="btn small" onClick={() => setShown(shown + step)}>
          {unplaced.length - shown} more
        </button>
      )}
    </Dialog>
  )
}

interface EntryProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly onClose: () => void
}

function Entry({ run, agent, onClose }: EntryProps) {
  const view = useAgent(agent)
  const typeClass = useTypeClass()
  const structure = useForest((forest) => forest.structure)
  const answer = useAnswer(`${run} ${agent} ${structure}`, (signal) => callEngine('listLinks', { run, key: agent }, signal))
  if (!view) return null
  const show = (): void => {
    onClose()
    selectAgent(agent)
  }
  const pick = (): void => {
    onClose()
    openLinkPicker(agent)
  }
  return (
    <li className="tray-entry">
      <div className="tray-head">
        <PhaseIcon phase={view.phase} label />
        <button type="button" className={`tray-name b ${typeClass(view.type ?? view.name)}`} onClick={show}>
          <bdi>{agentName(view)}</bdi>
        </button>
        <Foreign className="cut f3" text={view.description ?? view.prompt ?? ''} />
        <span className="grow" />
        <button type="button" className="btn small" onClick={pick}>
          Link to …
        </button>
      </div>
      {answer.kind === 'failed' && <Foreign text={answer.fault.message} />}
      {answer.kind === 'there' && <Candidates row={answer.value[0]} agent={agent} />}
    </li>
  )
}

const mostCandidates = 8

function Candidates({ row, agent }: { readonly row: LinkRow | undefined; readonly agent: AgentKey }) {
  const candidates = row?.candidates ?? []
  if (candidates.length === 0) return <p className="f3">No call of this run is without an agent.</p>
  return (
    <ul className="tray-candidates">
      {candidates.slice(0, mostCandidates).map(({ parent, call, note }) => (
        <li key={call}>
          <button type="button" className="btn small" onClick={() => void changeLinkNow(agent, { kind: 'place', parent, call })}>
            <Icon name="link" size={14} /> Link
          </button>
          <span className="cut">
            <Foreign text={note === '' ? call : note} /> <span className="f3">by {nameOf(parent)}</span>
          </span>
        </li>
      ))}
      {candidates.length > mostCandidates && <li className="f3">{candidates.length - mostCandidates} more in “Link to …”</li>}
    </ul>
  )
}
