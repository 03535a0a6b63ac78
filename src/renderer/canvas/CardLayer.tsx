import '@xyflow/react/dist/base.css'
import { type Node, type NodeTypes, Position, ReactFlow, type ReactFlowInstance } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import type { AgentKey } from '../../shared/ids'
import { nodeHeight, nodeWidth } from '../layout/blockLayout'
import { type Box, visitBox } from '../layout/rowIndex'
import { AgentNode } from './AgentNode'
import { type Camera, viewOf } from './camera'
import { mountedCards } from './mountedCards'
import type { Scene } from './scene'
import { useCamera } from './useCamera'
import { useScene } from './useScene'

const margin = 300
const most = 400
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
  const flow = useRef<ReactFlowInstance | null>(null)
  useEffect(() => {
    const keeper = keepWindow(setShown)
    const move = (camera: Camera): void => void flow.current?.setViewport(camera)
    const end = useCamera.subscribe(({ camera, level }, before) => {
      if (camera !== before.camera && level === 'card') move(camera)
      keeper.look()
    })
    return () => {
      end()
      keeper.end()
    }
  }, [])
  return (
    <div className={`canvas-cards${shown.nodes.length === 0 ? ' none' : ''}${isBusy ? ' busy' : ''}`} aria-hidden="true">
      <ReactFlow
        nodes={shown.nodes}
        nodeTypes={nodeTypes}
        onInit={(instance) => {
          flow.current = instance
          void instance.setViewport(useCamera.getState().camera)
        }}
        minZoom={0.001}
        maxZoom={5}
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
    if (nodes.length >= most) return
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
