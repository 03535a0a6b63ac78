import type { AgentKey } from '../../shared/ids'
import { proposeMove } from '../actions/changeLink'
import { selectAgent } from '../store/select'
import { panBy, wheelFactor, zoomAt } from './camera'
import { currentFrame } from './currentFrame'
import { leastZoom, zoomBy } from './fitCamera'
import { type Gesture, type Point, pinchCamera, pinchOf, pushOf, wheelPan } from './gesture'
import { type Hit, hitScene } from './hitScene'
import { isBelow, mayMove } from './mayMove'
import { openAgentMenu } from './openAgentMenu'
import { pageInk } from './pageInk'
import { useDragPlace, usePointed } from './pointed'
import type { Scene } from './scene'
import { showTipOf } from './showTipOf'
import { openPill, toggleFold } from './toggleFold'
import { isFlying, moveByHand, useCamera } from './useCamera'
import { useScene } from './useScene'

const threshold = 4

/** Pan, zoom, press and drag on the canvas, for as long as it is there. */
export class Hands {
  /** The space bar makes every drag a pan; a space bar that panned does not fold as well. */
  isSpaceDown = false
  hasPanned = false
  readonly #place: HTMLElement
  readonly #focusTree: () => void
  readonly #controller = new AbortController()
  readonly #touches = new Map<number, Point>()
  #gesture: Gesture = { kind: 'none' }
  #corner = { left: 0, top: 0 }
  #push = 0

  constructor(place: HTMLElement, focusTree: () => void) {
    this.#place = place
    this.#focusTree = focusTree
    const { signal } = this.#controller
    place.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    place.addEventListener('pointermove', (event) => this.#move(event), { signal })
    place.addEventListener('pointerup', (event) => this.#up(event), { signal })
    place.addEventListener('pointercancel', (event) => this.#up(event), { signal })
    place.addEventListener('pointerleave', () => this.#hover(null, 0, 0), { signal })
    place.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
    place.addEventListener('dblclick', (event) => this.#double(event), { signal })
    place.addEventListener('contextmenu', (event) => this.#menu(event), { signal })
    addEventListener('keydown', (event) => this.#key(event), { signal, capture: true })
    signal.addEventListener(
      'abort',
      useCamera.subscribe(({ camera }, before) => {
        if (camera !== before.camera) this.#hover(null, 0, 0)
      }),
    )
  }

  close(): void {
    this.#end()
    this.#controller.abort()
  }

  #at(event: MouseEvent): Point {
    // Asking where the canvas lies makes the browser lay out what the last move changed.
    const { left, top } = this.#gesture.kind === 'none' ? this.#place.getBoundingClientRect() : this.#corner
    this.#corner = { left, top }
    return { x: wholePixel(event.clientX - left), y: wholePixel(event.clientY - top) }
  }

  #down(event: PointerEvent): void {
    if (!isOurs(event) || event.button > 1) return
    showTipOf(null, 0, 0)
    const at = this.#at(event)
    this.#place.setPointerCapture(event.pointerId)
    if (event.pointerType === 'touch') this.#touches.set(event.pointerId, at)
    const pinch = this.#touches.size === 2 ? pinchOf([...this.#touches.values()]) : null
    if (pinch) {
      this.#gesture = { kind: 'pinch', from: pinch }
      return
    }
    if (event.button === 1 || this.isSpaceDown) {
      event.preventDefault()
      this.#gesture = { kind: 'pan', at }
      return
    }
    const hit = hitAt(at)
    const act = pressOf(hit)
    const isDraggable = hit?.kind === 'agent' && event.pointerType !== 'touch' && useCamera.getState().level !== 'block'
    this.#gesture = { kind: 'press', act, at, moves: isDraggable && hit.agent > 0 ? keyOf(hit.agent) : null }
    // Else the browser would take the focus away again.
    event.preventDefault()
    this.#focusTree()
  }

  #move(event: PointerEvent): void {
    const at = this.#at(event)
    if (this.#touches.has(event.pointerId)) this.#touches.set(event.pointerId, at)
    const gesture = this.#gesture
    switch (gesture.kind) {
      case 'none':
        // Its own button belongs to the agent that is pointed at.
        if (isMore(event)) return
        if (event.pointerType !== 'touch')
          this.#hover(isOurs(event) && !isFlying() ? hitAt(at) : null, event.clientX, event.clientY)
        return
      case 'press':
        if (Math.hypot(at.x - gesture.at.x, at.y - gesture.at.y) >= threshold) this.#begin(gesture, at)
        return
      case 'pan':
        this.#pan(gesture.at, at)
        return
      case 'move':
        this.#drag(gesture.key, at)
        return
      case 'pinch': {
        const to = pinchOf([...this.#touches.values()])
        if (!to) return
        moveByHand(pinchCamera(useCamera.getState().camera, gesture.from, to, leastZoom()))
        this.#gesture = { kind: 'pinch', from: to }
        return
      }
      default:
        gesture satisfies never
    }
  }

  #begin({ moves, at: from }: Extract<Gesture, { kind: 'press' }>, at: Point): void {
    if (moves === null) return this.#pan(from, at)
    usePointed.setState({ dragged: moves, hovered: null, edge: null })
    showTipOf(null, 0, 0)
    this.#drag(moves, at)
    this.#push = requestAnimationFrame(() => this.#pushOn())
  }

  #pan(from: Point, at: Point): void {
    this.hasPanned = true
    this.#place.classList.add('panning')
    moveByHand(panBy(useCamera.getState().camera, at.x - from.x, at.y - from.y))
    this.#gesture = { kind: 'pan', at }
  }

  #drag(key: AgentKey, at: Point): void {
    this.#gesture = { kind: 'move', key, at }
    const hit = hitAt(at)
    const target = hit?.kind === 'agent' ? keyOf(hit.agent) : null
    const allowed = target !== null && mayMove(key, target) ? target : null
    // Every card asks itself whether it is meant.
    if (allowed !== usePointed.getState().target) usePointed.setState({ target: allowed })
    useDragPlace.setState(at)
  }

  /** Near the border the world comes along. */
  #pushOn(): void {
    if (this.#gesture.kind !== 'move') return
    const { size, camera } = useCamera.getState()
    const { at } = this.#gesture
    const x = pushOf(at.x, size.width)
    const y = pushOf(at.y, size.height)
    if (x !== 0 || y !== 0) moveByHand(panBy(camera, x, y))
    this.#push = requestAnimationFrame(() => this.#pushOn())
  }

  #up(event: PointerEvent): void {
    this.#touches.delete(event.pointerId)
    const done = this.#gesture
    const { target } = usePointed.getState()
    this.#end()
    if (event.type !== 'pointerup') return
    if (done.kind === 'press') done.act()
    const parent = done.kind === 'move' ? (target ?? refusedAt(done.key, done.at)) : null
    if (done.kind === 'move' && parent !== null) void proposeMove(done.key, parent, { x: event.clientX, y: event.clientY })
  }

  #end(): void {
    cancelAnimationFrame(this.#push)
    this.#gesture = { kind: 'none' }
    this.#place.classList.remove('panning')
    if (usePointed.getState().dragged !== null) usePointed.setState({ dragged: null, target: null })
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#gesture.kind !== 'move') return
    event.preventDefault()
    event.stopPropagation()
    this.#end()
  }

  #hover(hit: Hit | null, clientX: number, clientY: number): void {
    const hovered = hit?.kind === 'agent' || hit?.kind === 'disc' ? keyOf(hit.agent) : null
    const edge = hit?.kind === 'edge' ? keyOf(hit.agent) : null
    const before = usePointed.getState()
    this.#place.style.cursor = hit === null || hit.kind === 'edge' ? '' : 'pointer'
    if (before.hovered === hovered && before.edge === edge) return
    usePointed.setState({ hovered, edge })
    showTipOf(hit, clientX, clientY)
  }

  #wheel(event: WheelEvent): void {
    if (!isOurs(event)) return
    event.preventDefault()
    const { camera } = useCamera.getState()
    const at = this.#at(event)
    const pan = wheelPan(event)
    if (!event.ctrlKey && !event.metaKey) return moveByHand(panBy(camera, pan.x, pan.y))
    moveByHand(zoomAt(camera, wheelFactor(event.deltaY, event.deltaMode), at.x, at.y, leastZoom()))
  }

  #double(event: MouseEvent): void {
    const at = this.#at(event)
    const hit = isOurs(event) ? hitAt(at) : null
    if (isOurs(event) && hit?.kind !== 'disc' && hit?.kind !== 'pill') zoomBy(2, at)
  }

  #menu(event: MouseEvent): void {
    if (!isOurs(event)) return
    event.preventDefault()
    const hit = hitAt(this.#at(event))
    const key = hit === null || hit.kind === 'pill' ? null : keyOf(hit.agent)
    this.#hover(null, 0, 0)
    if (key !== null) openAgentMenu(key, { x: event.clientX, y: event.clientY })
  }
}

/** A pointer that is finer than the screen would move the world to between its pixels, where words blur. */
function wholePixel(place: number): number {
  return Math.round(place * devicePixelRatio) / devicePixelRatio
}

/** What lies over the canvas has its own life. */
function isOurs({ target }: Event): boolean {
  return !(target instanceof Element && target.closest('.canvas-over, .node-more') !== null)
}

function isMore({ target }: Event): boolean {
  return target instanceof Element && target.closest('.node-more') !== null
}

function hitAt({ x, y }: Point): Hit | null {
  const frame = currentFrame()
  return frame && hitScene(pageInk(), frame, x, y)
}

function keyOf(agent: number): AgentKey | null {
  return useScene.getState().scene?.layout.shape.keys[agent] ?? null
}

/** Dropped where it cannot hang: the engine says why. */
function refusedAt(key: AgentKey, at: Point): AgentKey | null {
  const hit = hitAt(at)
  const target = hit?.kind === 'agent' ? keyOf(hit.agent) : null
  return target !== null && isBelow(key, target) ? target : null
}

/** What a press there means, by the agents' keys: until the button is let go the tree may have grown, and all numbers be others. */
function pressOf(hit: Hit | null): () => void {
  const key = hit === null ? null : keyOf(hit.kind === 'pill' ? hit.pill.parent : hit.agent)
  if (hit === null || key === null) return () => undefined
  switch (hit.kind) {
    case 'agent':
    case 'edge':
      return () => selectAgent(key, { isQuiet: true })
    case 'disc':
      return () => withAgent(key, toggleFold)
    case 'pill':
      return () => withAgent(key, (scene, parent) => openPill(scene, { ...hit.pill, parent }))
    default:
      return hit satisfies never
  }
}

function withAgent(key: AgentKey, run: (scene: Scene, agent: number) => void): void {
  const { scene } = useScene.getState()
  const agent = scene?.layout.shape.keys.indexOf(key) ?? -1
  if (scene && agent >= 0) run(scene, agent)
}
