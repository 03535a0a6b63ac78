import '@xyflow/react/dist/base.css'
import { type Node, type NodeTypes, Position, ReactFlow } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import type { AgentKey } from '../../shared/ids'
import { nodeHeight, nodeWidth } from '../layout/blockLayout'
import { type Box, visitBox } from '../layout/rowIndex'
import { AgentNode } from './AgentNode'
import { type Camera, viewOf } from './camera'
import { keepLayer } from './keepLayer'
import { mostCards, mountedCards } from './mountedCards'
import type { Scene } from './scene'
import { useCamera } from './useCamera'
import { useScene } from './useScene'

const margin = 300
const nodeTypes: NodeTypes = { agent: AgentNode }
const handles: NonNullable<Node['handles']> = [
  { type: 'target', position: Position.Left, x: 0, y: 17, width: 1, height: 1 },
  { type: 'source', position: Position.Right, x: nodeWidth, y: 17, width: 1, height: 1 },
]

/** What React Flow holds: only the cards in the window and a margin around it. */
interface CardWindow {
  readonly nodes: Node[]
  /** What of the world it covers. */
  readonly box: Box | null
}

const empty: CardWindow = { nodes: [], box: null }

export function CardLayer() {
  const [shown, setShown] = useState(empty)
  const isBusy = useScene((state) => state.isBusy)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const world = place.current?.querySelector<HTMLElement>('.react-flow__viewport')
    if (!world) return
    const keeper = keepWindow(setShown)
    put(world, useCamera.getState().camera)
    const endLayer = keepLayer(world, 'transform')
    const end = useCamera.subscribe(({ camera, level }, before) => {
      if (camera !== before.camera && level === 'card') put(world, camera)
      keeper.look()
    })
    return () => {
      end()
      endLayer()
      keeper.end()
    }
  }, [])
  return (
    <div
      className={`canvas-cards${shown.nodes.length === 0 ? ' none' : ''}${isBusy ? ' busy' : ''}`}
      aria-hidden="true"
      ref={place}
    >
      <ReactFlow
        nodes={shown.nodes}
        nodeTypes={nodeTypes}
        panOnDrag={false}
        zoomOnScroll={false}
        zoomOnPinch={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        panActivationKeyCode={null}
        zoomActivationKeyCode={null}
        proOptions={{ hideAttribution: true }}
      />
    </div>
  )
}

/** Not through React Flow, whose camera stays where it began: every step of a hand would be drawn by React and painted. */
function put({ style }: HTMLElement, { x, y, zoom }: Camera): void {
  // With a third dimension it is a layer; `will-change` would make one as well, but blurred at any other zoom.
  style.transform = `translate3d(${x}px, ${y}px, 0) scale(${zoom})`
}

interface Keeper {
  look(): void
  end(): void
}

function keepWindow(onChange: (window: CardWindow) => void): Keeper {
  let current = empty
  let scene: Scene | null = null
  const take = (next: CardWindow): void => {
    current = next
    mountedCards.clear()
    // React Flow's ids are the keys we gave it.
    for (const { id } of next.nodes) mountedCards.add(id as AgentKey)
    onChange(next)
  }
  const look = (): void => {
    const { camera, size, level } = useCamera.getState()
    const { scene: now } = useScene.getState()
    if (level !== 'card' || !now || size.width === 0) {
      if (current !== empty) take(empty)
      scene = null
      return
    }
    const view = viewOf(camera, size)
    if (scene?.layout === now.layout && current.box !== null && covers(current.box, view)) return
    scene = now
    take(windowOf(now, viewOf(camera, size, margin)))
  }
  const end = useScene.subscribe((state, before) => {
    if (state.scene !== before.scene) look()
  })
  look()
  return { look, end }
}

function covers(box: Box, view: Box): boolean {
  return box.left <= view.left && box.top <= view.top && box.right >= view.right && box.bottom >= view.bottom
}

function windowOf({ layout, index }: Scene, box: Box): CardWindow {
  const nodes: Node[] = []
  visitBox(index, box, (i) => {
    if (nodes.length >= mostCards) return
    nodes.push({
      id: layout.shape.keys[i]!,
      type: 'agent',
      position: { x: layout.x[i]!, y: layout.y[i]! },
      width: nodeWidth,
      height: nodeHeight,
      handles,
      data: {},
    })
  })
  return { nodes, box }
}
