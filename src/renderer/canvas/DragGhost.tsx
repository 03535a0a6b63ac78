import { Foreign } from '../controls/Foreign'
import { PhaseIcon } from '../controls/PhaseIcon'
import { agentName } from '../store/agentName'
import { useAgent } from '../store/forest'
import { usePointed } from './pointed'

/** Who is being dragged, at the pointer. */
export function DragGhost() {
  const agent = useAgent(usePointed((pointed) => pointed.dragged))
  const target = useAgent(usePointed((pointed) => pointed.target))
  if (!agent) return null
  return (
    <div className="canvas-ghost label" aria-hidden="true">
      <PhaseIcon phase={agent.phase} />
      <Foreign text={agentName(agent)} className="b cut" />
      {target && (
        <span className="f3">
          under <Foreign text={agentName(target)} />
        </span>
      )}
    </div>
  )
}
