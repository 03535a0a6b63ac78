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

const wordsMs = 1000

function keepPainted(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => undefined
  let wanted = 0
  let late: ReturnType<typeof setTimeout> | undefined
  const paint = (): void => {
    wanted = 0
    clearTimeout(late)
    late = undefined
    paintPicture(canvas, context)
  }
  const soon = (): void => {
    if (wanted === 0) wanted = requestAnimationFrame(paint)
  }
  const ends = [
    useCamera.subscribe(soon),
    useScene.subscribe((state, before) => {
      const isSameLook = state.scene === before.scene && state.slide === before.slide && state.touched === before.touched
      if (!isSameLook || useCamera.getState().level === 'label') soon()
      // The few words beside blocks can wait; those on cards are no matter of the paint.
      else late ??= setTimeout(soon, wordsMs)
    }),
    usePointed.subscribe(({ hovered, edge, isFocusSeen }, before) => {
      if (hovered !== before.hovered || edge !== before.edge || isFocusSeen !== before.isFocusSeen) soon()
    }),
    // What ticks on cards ticks in the page.
    useNow.subscribe(() => {
      if (useCamera.getState().level === 'label') soon()
    }),
    useUi.subscribe((ui, before) => {
      if (ui.selected !== before.selected || ui.colourBy !== before.colourBy) soon()
    }),
    watchPageInk(soon),
    // At once: a canvas that was resized is empty.
    keepPixels(canvas, paint),
  ]
  soon()
  return () => {
    cancelAnimationFrame(wanted)
    clearTimeout(late)
    for (const end of ends) end()
  }
}

/** One pixel of the picture for each of the screen, also where the page is zoomed or the screen has one and a half: else words blur. */
function keepPixels(canvas: HTMLCanvasElement, onChange: () => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const pixels = entry?.devicePixelContentBoxSize?.[0]
    if (!pixels) return
    const { inlineSize: width, blockSize: height } = pixels
    if (canvas.width === width && canvas.height === height) return
    canvas.width = width
    canvas.height = height
    onChange()
  })
  observer.observe(canvas, { box: 'device-pixel-content-box' })
  return () => observer.disconnect()
}

function paintPicture({ width, height }: HTMLCanvasElement, context: CanvasRenderingContext2D): void {
  const { size } = useCamera.getState()
  if (size.width === 0) return
  context.setTransform(width / size.width, 0, 0, height / size.height, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  const { tokens, ruler } = pageInk()
  const frame = currentFrame()
  if (frame) paintScene(new CanvasInk({ context, tokens, ruler, shapesOf, isolate: isolateOnce }), frame)
}
