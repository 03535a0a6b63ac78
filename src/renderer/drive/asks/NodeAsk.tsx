import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AskId } from '../../../shared/drive/ask'
import type { AgentKey } from '../../../shared/ids'
import { useCamera } from '../../canvas/useCamera'
import { useScene } from '../../canvas/useScene'
import { nodeHeight, nodeWidth } from '../../layout/blockLayout'
import { visitBox } from '../../layout/rowIndex'
import { useForest } from '../../store/forest'
import { useUi } from '../../store/ui'
import { AskCard } from './AskCard'
import { asksOf } from './asksOf'
import { showAsk } from './goToAsk'
import { placeAnywhere, placeAsk, type ScreenBox } from './placeAsk'
import { type ShownAsk, useShownAsks } from './shownAsks'
import { useAskOnCanvas } from './useAskOnCanvas'
import { useAskPath } from './useAskPath'

/** What the selected agent asks, else the oldest ask of the run, beside its node: as long as there is room for it. */
export function NodeAsk() {
  const run = useUi((ui) => ui.run)
  const selected = useUi((ui) => ui.selected)
  const root = useForest((forest) => forest.root)
  const all = useShownAsks().filter(({ ask }) => run !== null && ask.run === run)
  const open = all.filter(({ end }) => end === null)
  const wanted = asksOf(open, run, selected, root)[0] ?? open[0] ?? null
  const [last, setLast] = useState<AskId | null>(null)
  // What has just ended here says so here, before the next one takes its place.
  const shown = all.find(({ ask, end }) => end !== null && ask.id === last) ?? wanted
  const id = shown?.ask.id ?? null
  useEffect(() => setLast(id), [id])
  return shown === null ? null : <PlacedAsk ask={shown.ask} end={shown.end} key={id} />
}

function PlacedAsk({ ask, end }: ShownAsk) {
  const root = useForest((forest) => forest.root)
  const path = useAskPath(ask)
  const box = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const last = useRef<Place | null>(null)
  const [height, setHeight] = useState(0)
  const [moves, noteMove] = useMoves()
  const key = ask.key ?? root
  const isOnCanvas = useAskOnCanvas((state) => state.ask === ask.id)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const place = (): void => {
      if (!box.current || height === 0 || isAtInInspector(ask.id)) return useAskOnCanvas.setState({ ask: null })
      const isHeld = box.current.contains(document.activeElement)
      const at = placeNow({ key, height, covers: coversOf(box.current), last: isHeld ? last.current : null })
      last.current = at
      useAskOnCanvas.setState({ ask: at === null ? null : ask.id })
      // Somebody was at it: it must not vanish under their hands.
      if (at === null && isHeld) showAsk(ask)
      if (at === null || !line.current) return
      noteMove(at)
      box.current.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`
      drawLine(line.current, at)
    }
    place()
    let frame = 0
    const soon = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    }
    const stops = [
      useCamera.subscribe(place),
      useScene.subscribe((scene, before) => scene.scene !== before.scene && place()),
      // What lies over the canvas comes and goes with these, and stands where it stands a frame later.
      useUi.subscribe(
        (ui, before) => (ui.isMapOpen !== before.isMapOpen || ui.isInspectorOpen !== before.isInspectorOpen) && soon(),
      ),
    ]
    return () => {
      cancelAnimationFrame(frame)
      for (const stop of stops) stop()
      useAskOnCanvas.setState({ ask: null })
    }
  }, [key, height, ask, noteMove])
  return (
    <>
      <div className="node-ask-line" ref={line} hidden={!isOnCanvas} />
      {/* Without a place it is only measured. */}
      <div className="node-ask canvas-over" ref={box} inert={!isOnCanvas} style={isOnCanvas ? {} : { visibility: 'hidden' }}>
        <AskCard ask={ask} end={end} look="node" path={path} isOut={!isOnCanvas} moves={moves} />
      </div>
    </>
  )
}

/** More than rounding. */
const movedPx = 2
/** As often as it is told while it flies: half of what a card is deaf for afterwards. */
const toldMs = 300

/** Counts the moves over the page, of a flight now and then one: none of them draws the card anew by itself. */
function useMoves(): readonly [number, (at: Pick<Place, 'x' | 'y'>) => void] {
  const [moves, setMoves] = useState(0)
  const last = useRef<{ readonly x: number; readonly y: number; readonly at: number } | null>(null)
  const note = useCallback(({ x, y }: Pick<Place, 'x' | 'y'>) => {
    const before = last.current
    const at = performance.now()
    if (before && (Math.hypot(x - before.x, y - before.y) <= movedPx || at - before.at < toldMs)) return
    last.current = { x, y, at }
    // Where it comes to stand first it is new anyway.
    if (before) setMoves((count) => count + 1)
  }, [])
  return [moves, note]
}

const cardWidth = 268

interface Place {
  readonly x: number
  readonly y: number
  /** Null: it stands where there was room, away from its node. */
  readonly node: ScreenBox | null
}

interface Wanted {
  readonly key: AgentKey | null
  readonly height: number
  readonly covers: readonly ScreenBox[]
  /** Where it is while somebody is at it: then it stays in sight, wherever its node goes. */
  readonly last: Place | null
}

function placeNow({ key, height, covers, last }: Wanted): Place | null {
  const { scene } = useScene.getState()
  const { camera, size, level } = useCamera.getState()
  const view = { left: 8, top: 8, right: size.width - 8, bottom: size.height - 8 }
  const isCovered = (box: ScreenBox): boolean => covers.some((cover) => meets(cover, box))
  const anywhere = (): Place | null => {
    const at = last && placeAnywhere({ width: cardWidth, height, view, isTaken: isCovered }, last)
    return at && { ...at, node: null }
  }
  const i = key === null ? -1 : (scene?.layout.shape.keys.indexOf(key) ?? -1)
  if (!scene || i < 0 || level !== 'card' || scene.layout.shown[i] !== 1) return anywhere()
  const { layout, index } = scene
  const left = layout.x[i]! * camera.zoom + camera.x
  const top = layout.y[i]! * camera.zoom + camera.y
  const node = { left, top, right: left + nodeWidth * camera.zoom, bottom: top + nodeHeight * camera.zoom }
  const isTaken = (box: ScreenBox): boolean => {
    if (isCovered(box)) return true
    let isMet = false
    const world = {
      left: (box.left - camera.x) / camera.zoom,
      top: (box.top - camera.y) / camera.zoom,
      right: (box.right - camera.x) / camera.zoom,
      bottom: (box.bottom - camera.y) / camera.zoom,
    }
    visitBox(index, world, () => {
      isMet = true
    })
    return isMet
  }
  const at = placeAsk({ node, width: cardWidth, height, view, isTaken })
  return at ? { ...at, node } : anywhere()
}

/** Somebody is at its card there, or their words are left on it: it is not taken away because there is room elsewhere now. */
function isAtInInspector(ask: AskId): boolean {
  const cards = [...document.querySelectorAll<HTMLElement>('.inspector-asks [data-card]')]
  const card = cards.find(({ dataset }) => dataset['card'] === ask)
  return card !== undefined && (card.contains(document.activeElement) || card.querySelector('.ask-deny.left') !== null)
}

/** What lies over the canvas, in its own coordinates: a card below it could be answered and not be read. */
function coversOf(card: HTMLElement): readonly ScreenBox[] {
  const canvas = card.offsetParent?.getBoundingClientRect()
  if (!canvas) return []
  return [...document.querySelectorAll('.insp, .canvas-over:not(.tip), .float')].flatMap((element) => {
    const box = element.getBoundingClientRect()
    if (element === card || element.contains(card) || box.width === 0) return []
    const left = box.left - canvas.left
    const top = box.top - canvas.top
    return { left: left - 4, top: top - 4, right: left + box.width + 4, bottom: top + box.height + 4 }
  })
}

function meets(a: ScreenBox, b: ScreenBox): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
}

/** From the edge of the card to the header line of its node. */
function drawLine(line: HTMLElement, { x, node }: Place): void {
  line.style.width = '0'
  if (!node) return
  const y = Math.round(node.bottom - 8)
  const [from, to] = x < node.left ? [x + cardWidth, node.left] : [node.right, x]
  const isBeside = to > from
  line.style.width = isBeside ? `${Math.round(to - from)}px` : '0'
  line.style.transform = `translate(${Math.round(from)}px, ${y}px)`
}
