import './MiniMap.css'
import { type PointerEvent, useEffect, useRef } from 'react'
import { IconButton } from '../controls/IconButton'
import type { Box } from '../layout/rowIndex'
import { useUi } from '../store/ui'
import { viewOf } from './camera'
import { currentFrame } from './currentFrame'
import { worldBox, zoomBy } from './fitCamera'
import { watchPageInk } from './pageInk'
import { mapCamera, paintMap } from './paintMap'
import { paintMapView } from './paintMapView'
import type { Scene } from './scene'
import { moveByHand, useCamera } from './useCamera'
import { useScene } from './useScene'

const size = { width: 156, height: 92 }

export function MiniMap() {
  const isOpen = useUi((ui) => ui.isMapOpen)
  const hasScene = useScene(({ scene }) => scene !== null)
  return isOpen && hasScene ? <MapBox /> : null
}

function MapBox() {
  const place = useRef<HTMLCanvasElement>(null)
  const percent = useCamera(({ camera }) => percentOf(camera.zoom))
  const isFar = useCamera(({ level }) => level === 'block')
  useEffect(() => (place.current ? keepMap(place.current) : undefined), [])
  const lead = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { left, top } = event.currentTarget.getBoundingClientRect()
    lookAt(event.clientX - left, event.clientY - top)
  }
  return (
    <div className={`float canvas-map canvas-over${isFar ? ' far' : ''}`}>
      <div className="canvas-map-place" aria-hidden="true">
        <canvas ref={place} style={size} onPointerDown={lead} onPointerMove={lead} />
      </div>
      <fieldset className="canvas-map-tools" aria-label="Zoom">
        <IconButton icon="minus" label="Zoom out" shortcut="-" onPress={() => zoomBy(0.8)} />
        <span className="t1 f2 grow">{percent}</span>
        <IconButton icon="plus" label="Zoom in" shortcut="+" onPress={() => zoomBy(1.25)} />
        <IconButton
          icon="fit"
          label="Fit the tree into the window"
          shortcut="f"
          onPress={() => useUi.setState({ camera: 'fit' })}
        />
      </fieldset>
    </div>
  )
}

function percentOf(zoom: number): string {
  const percent = zoom * 100
  return `${percent < 1 ? percent.toFixed(1) : percent.toFixed(0)} %`
}

function lookAt(x: number, y: number): void {
  const { scene } = useScene.getState()
  const { camera, size: view } = useCamera.getState()
  if (!scene) return
  const map = mapCamera(worldBox(scene), size)
  const worldX = (x - map.x) / map.zoom
  const worldY = (y - map.y) / map.zoom
  moveByHand({ zoom: camera.zoom, x: view.width / 2 - worldX * camera.zoom, y: view.height / 2 - worldY * camera.zoom })
}

const slowest = 120

/** The tree is painted again when it changes, at most eight times a second; the window over it with every move that is one in the map. */
function keepMap(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d')
  const tree = document.createElement('canvas').getContext('2d')
  if (!context || !tree) return () => undefined
  let wanted = 0
  let paintedAt = 0
  let isStale = true
  let shown = ''
  let late: ReturnType<typeof setTimeout> | undefined
  const paint = (): void => {
    wanted = 0
    const frame = currentFrame()
    if (!frame) return
    const now = performance.now()
    if (isStale && now - paintedAt >= slowest) {
      paintMap(tree, frame.scene, frame.colourBy, size)
      paintedAt = now
      isStale = false
      shown = ''
    } else if (isStale) {
      clearTimeout(late)
      late = setTimeout(soon, slowest)
    }
    const seen = seenOf(frame.scene)
    const name = Object.values(seen).join(' ')
    if (name !== shown) paintMapView(context, tree.canvas, seen)
    shown = name
  }
  const soon = (): void => {
    if (wanted === 0) wanted = requestAnimationFrame(paint)
  }
  const again = (): void => {
    isStale = true
    soon()
  }
  const ends = [
    useCamera.subscribe(soon),
    useScene.subscribe((state, before) => {
      if (state.touched !== before.touched) again()
    }),
    useUi.subscribe((ui, before) => {
      if (ui.colourBy !== before.colourBy) again()
    }),
    watchPageInk(again),
  ]
  again()
  return () => {
    cancelAnimationFrame(wanted)
    clearTimeout(late)
    for (const end of ends) end()
  }
}

const edge = 0.75

/** What of the map the window shows. */
function seenOf(scene: Scene): Box {
  const { camera, size: window } = useCamera.getState()
  const map = mapCamera(worldBox(scene), size)
  const view = viewOf(camera, window)
  const left = within(view.left * map.zoom + map.x, size.width)
  const top = within(view.top * map.zoom + map.y, size.height)
  const right = Math.max(left + 4, within(view.right * map.zoom + map.x, size.width))
  const bottom = Math.max(top + 4, within(view.bottom * map.zoom + map.y, size.height))
  return { left, top, right, bottom }
}

function within(place: number, room: number): number {
  // Half pixels: most moves of the hand are none in the map, and cost nothing then.
  return Math.round(2 * Math.min(room - edge, Math.max(edge, place))) / 2
}
