import { useLayoutEffect, useRef } from 'react'
import { Foreign } from '../controls/Foreign'
import { PhaseIcon } from '../controls/PhaseIcon'
import { agentName } from '../store/agentName'
import { useAgent } from '../store/forest'
import { useDragPlace, usePointed } from './pointed'

/** Who is being dragged, at the pointer. */
export function DragGhost() {
  const agent = useAgent(usePointed((pointed) => pointed.dragged))
  const target = useAgent(usePointed((pointed) => pointed.target))
  const place = useRef<HTMLDivElement>(null)
  const isShown = agent !== undefined
  useLayoutEffect(() => (isShown && place.current ? keepPlaced(place.current) : undefined), [isShown])
  if (!agent) return null
  return (
    <div className="canvas-ghost label" aria-hidden="true" ref={place}>
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

function keepPlaced({ style }: HTMLElement): () => void {
  const put = ({ x, y }: { readonly x: number; readonly y: number }): void => {
    style.translate = `${x + 10}px ${y + 10}px`
  }
  put(useDragPlace.getState())
  return useDragPlace.subscribe(put)
}
