import { useEffect, useRef } from 'react'
import { useNow } from '../store/now'
import { useUi } from '../store/ui'
import { BesidePill } from './BesidePill'
import { keepLayer } from './keepLayer'
import { Picture } from './Picture'
import { watchPageInk } from './pageInk'
import { usePointed } from './pointed'
import { useCamera } from './useCamera'
import { useScene } from './useScene'

/** Edges at every zoom, and everything below the zoom of cards. One picture per frame at most, none when nothing changed. */
export function PaintLayer() {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const pill = useRef<HTMLCanvasElement>(null)
  useEffect(
    () =>
      place.current && canvas.current && pill.current ? keepPainted(place.current, canvas.current, pill.current) : undefined,
    [],
  )
  return (
    <div className="canvas-paint" aria-hidden="true" ref={place}>
      <canvas ref={canvas} />
      <canvas ref={pill} />
    </div>
  )
}

const wordsMs = 1000
/** A picture that takes longer is not painted anew for every agent that ends: thousands of them end all the time. */
const dearMs = 2
/** And takes this share of the time at most, when only states change. */
const dearShare = 1 / 30
const leastApartMs = 100
/** One picture that a busy machine held up must not keep the next ones waiting for its thirtyfold. */
const mostApartMs = 500

function keepPainted(place: HTMLElement, canvas: HTMLCanvasElement, pill: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d')
  const pillContext = pill.getContext('2d')
  if (!context || !pillContext) return () => undefined
  const picture = new Picture(canvas, context, new BesidePill(pill, pillContext))
  let wanted = 0
  let late: ReturnType<typeof setTimeout> | undefined
  let lateAt = Number.POSITIVE_INFINITY
  let paintedAt = 0
  let costMs = 0
  const forgetLate = (): void => {
    clearTimeout(late)
    lateAt = Number.POSITIVE_INFINITY
  }
  const paint = (): void => {
    wanted = 0
    forgetLate()
    paintedAt = performance.now()
    picture.paint()
    costMs = performance.now() - paintedAt
  }
  const soon = (): void => {
    if (wanted === 0) wanted = requestAnimationFrame(paint)
  }
  const within = (ms: number): void => {
    const at = performance.now() + ms
    if (wanted !== 0 || at >= lateAt) return
    forgetLate()
    lateAt = at
    late = setTimeout(soon, ms)
  }
  const ends = [
    keepLayer(canvas, 'translate'),
    keepLayer(pill, 'translate'),
    useCamera.subscribe(() => {
      if (wanted === 0 && !picture.follow()) soon()
    }),
    useScene.subscribe((state, before) => {
      if (state.scene !== before.scene || state.slide !== before.slide || useCamera.getState().level === 'label') soon()
      else if (state.touched !== before.touched) {
        const leftMs = paintedAt + Math.min(mostApartMs, Math.max(leastApartMs, costMs / dearShare)) - performance.now()
        if (costMs > dearMs && leftMs > 0) within(leftMs)
        else soon()
      }
      // The few words beside blocks can wait; those on cards are no matter of the paint.
      else within(wordsMs)
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
    watchPixels(place, (width, height, ratio) => picture.resize(width, height, ratio) && paint()),
  ]
  soon()
  return () => {
    cancelAnimationFrame(wanted)
    forgetLate()
    for (const end of ends) end()
  }
}

/** One pixel of the picture for each of the screen, also where the page is zoomed or the screen has one and a half: else words blur. */
function watchPixels(place: HTMLElement, onChange: (width: number, height: number, ratio: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const pixels = entry?.devicePixelContentBoxSize?.[0]
    if (!entry || !pixels || entry.contentRect.width === 0) return
    const { inlineSize: width, blockSize: height } = pixels
    const measured = width / entry.contentRect.width
    // Rounded to whole pixels, and for a screen that is only emulated not those that the page is told of.
    onChange(width, height, Math.abs(measured - devicePixelRatio) < 0.01 ? devicePixelRatio : measured)
  })
  observer.observe(place, { box: 'device-pixel-content-box' })
  return () => observer.disconnect()
}
