import { useEffect, useRef } from 'react'
import { useNow } from '../store/now'
import { useUi } from '../store/ui'
import { CanvasInk } from './canvasInk'
import { currentFrame } from './currentFrame'
import { isolateOnce, pageInk, shapesOf, watchPageInk } from './pageInk'
import { paintScene } from './paintScene'
import { usePointed } from './pointed'
import { useCamera } from './useCamera'
import { useScene } from './useScene'

/** Edges at every zoom, and everything below the zoom of cards. One picture per frame at most, none when nothing changed. */
export function PaintLayer() {
  const place = useRef<HTMLCanvasElement>(null)
  useEffect(() => (place.current ? keepPainted(place.current) : undefined), [])
  return (
    <div className="canvas-paint" aria-hidden="true">
      <canvas ref={place} />
    </div>
  )
}

function keepPainted(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => undefined
  let wanted = 0
  const paint = (): void => {
    wanted = 0
    paintPicture(canvas, context)
  }
  const soon = (): void => {
    if (wanted === 0) wanted = requestAnimationFrame(paint)
  }
  const ends = [
    useCamera.subscribe(soon),
    useScene.subscribe(soon),
    usePointed.subscribe(soon),
    // What ticks on cards ticks in the page.
    useNow.subscribe(() => {
      if (useCamera.getState().level === 'label') soon()
    }),
    useUi.subscribe((ui, before) => {
      if (ui.selected !== before.selected || ui.colourBy !== before.colourBy) soon()
    }),
    watchPageInk(soon),
  ]
  soon()
  return () => {
    cancelAnimationFrame(wanted)
    for (const end of ends) end()
  }
}

function paintPicture(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): void {
  const { size } = useCamera.getState()
  const ratio = devicePixelRatio
  const width = Math.round(size.width * ratio)
  const height = Math.round(size.height * ratio)
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  const { tokens, ruler } = pageInk()
  const frame = currentFrame()
  if (frame) paintScene(new CanvasInk({ context, tokens, ruler, shapesOf, isolate: isolateOnce }), frame)
}
