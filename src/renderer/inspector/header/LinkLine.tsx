import { useState } from 'react'
import type { RunUri } from '../../../shared/ids'
import { oneLine } from '../../../shared/neutraliseText'
import type { AgentView } from '../../../shared/views'
import { Icon } from '../../controls/Icon'
import { Popover } from '../../controls/Popover'
import { agentName } from '../../store/agentName'
import { useAgent, useForest } from '../../store/forest'
import { selectAgent } from '../../store/select'
import { evidenceWord, isGuess } from '../link/evidenceWord'
import { WhyHere } from '../link/WhyHere'

/** Who called it and why we believe so. */
export function LinkLine({ run, agent }: { readonly run: RunUri; readonly agent: AgentView }) {
  const parent = useAgent(agent.parent)
  const isRoot = useForest(({ root }) => root === agent.key)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (isRoot) return null
  return (
    <div className="why">
      <Icon name={isGuess(agent.link) ? 'edge-guess' : agent.background ? 'edge-background' : 'edge-explicit'} size={14} />
      {parent ? (
        <>
          <span>called by</span>
          <button type="button" className="acc cut why-parent" onClick={() => selectAgent(parent.key)}>
            <bdi>{agentName(parent)}</bdi>
          </button>
          <span className="cut" title={agent.link.note.slice(0, 500)}>
            · {evidenceWord(agent)}
            {agent.link.note !== '' && `, ${oneLine(agent.link.note.slice(0, 200))}`}
          </span>
        </>
      ) : (
        <span className="cut">unplaced: nobody is known to have called it</span>
      )}
      <button
        type="button"
        className="acc why-here"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        why here?
      </button>
      {anchor && (
        <Popover label="Why here?" anchor={anchor} onClose={() => setAnchor(null)} width={372}>
          <WhyHere run={run} agent={agent} onDone={() => setAnchor(null)} />
        </Popover>
      )}
    </div>
  )
}
