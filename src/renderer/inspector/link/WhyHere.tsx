import './WhyHere.css'
import type { RunUri } from '../../../shared/ids'
import type { AgentView, LinkRow } from '../../../shared/views'
import { agentActions } from '../../actions/agentActions'
import { changeLinkNow, nameOf } from '../../actions/changeLink'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { actionsOf } from '../../controls/MenuItem'
import { callEngine } from '../../store/client'
import { clockTime } from '../clockTime'
import { inOrder } from '../inOrder'
import { useAnswer } from '../useAnswer'
import { evidenceSentence, wordOfEvidence } from './evidenceWord'

interface WhyHereProps {
  readonly run: RunUri
  readonly agent: AgentView
  readonly onDone: () => void
}

/** What speaks for the place of an agent, what else would be possible, and what a person can say about it. */
export function WhyHere({ run, agent, onDone }: WhyHereProps) {
  const question = `${run} ${agent.key} ${agent.parent} ${agent.link.evidence} ${agent.link.note}`
  const answer = useAnswer(question, (signal) => callEngine('listLinks', { run, key: agent.key }, signal))
  const row = answer.kind === 'there' ? answer.value[0] : undefined
  return (
    <div className="why-box">
      <div className="popover-body">
        <h3>Why here?</h3>
        <p>{evidenceSentence(agent)}</p>
        {answer.kind === 'asking' && <p className="f3">reading the evidence …</p>}
        {answer.kind === 'failed' && <Foreign text={answer.fault.message} />}
        {row?.conflict !== null && row?.conflict !== undefined && (
          <p className="why-conflict">
            <Icon name="warn" size={14} /> <Foreign text={row.conflict} />
          </p>
        )}
        {row && <EvidenceList row={row} />}
        {row && row.candidates.length > 0 && <Candidates row={row} onDone={onDone} />}
      </div>
      <WhyActions agent={agent} onDone={onDone} />
    </div>
  )
}

const mostShown = 30

function EvidenceList({ row }: { readonly row: LinkRow }) {
  return (
    <ol className="why-list" aria-label="Evidence">
      {inOrder(row.evidence.slice(0, mostShown)).map(({ place, value: evidence }) => (
        <li key={place} className={place === '0' ? 'won' : undefined}>
          <span className="why-kind">
            {place === '0' && <Icon name="check" size={12} label="decides" />}
            {wordOfEvidence(evidence.kind)}
          </span>
          <span>
            <Foreign text={evidence.note === '' ? '–' : evidence.note} />
            <span className="why-source mono">
              {evidence.at !== null && <span>{clockTime(evidence.at)} </span>}
              {evidence.source && (
                <bdi title={evidence.source.path}>
                  {evidence.source.path}
                  {evidence.source.line !== null && `:${evidence.source.line}`}
                </bdi>
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function Candidates({ row, onDone }: { readonly row: LinkRow; readonly onDone: () => void }) {
  return (
    <>
      <h3>Calls without an agent</h3>
      <ul className="why-list">
        {row.candidates.slice(0, mostShown).map(({ parent, call, note }) => (
          <li key={call}>
            <button
              type="button"
              className="btn small"
              onClick={() => {
                onDone()
                void changeLinkNow(row.key, { kind: 'place', parent, call })
              }}
            >
              <Icon name="link" size={14} /> Link
            </button>
            <span>
              <Foreign text={note === '' ? call : note} /> <span className="f3">by {nameOf(parent)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const offered = new Set(['link', 'unlink', 'hide-agent', 'clear-link', 'undo-link', 'redo-link'])

function WhyActions({ agent, onDone }: { readonly agent: AgentView; readonly onDone: () => void }) {
  return (
    <footer className="why-actions">
      {actionsOf(agentActions(agent.key))
        .filter(({ id }) => offered.has(id))
        .map(({ id, label, icon, disabledReason, run }) => (
          <button
            type="button"
            key={id}
            className={disabledReason === undefined ? 'btn small' : 'btn small off'}
            aria-disabled={disabledReason !== undefined || undefined}
            aria-description={disabledReason}
            title={disabledReason}
            onClick={() => {
              if (disabledReason !== undefined) return
              onDone()
              run()
            }}
          >
            {icon !== undefined && <Icon name={icon} size={14} />}
            {shortLabels[id] ?? label}
          </button>
        ))}
    </footer>
  )
}

const shortLabels: Readonly<Record<string, string>> = { 'undo-link': 'Undo', 'redo-link': 'Redo' }
