import type { BesidePill } from './BesidePill'
import { panBy } from './camera'
import { CanvasInk } from './canvasInk'
import { currentFrame } from './currentFrame'
import type { Frame } from './frame'
import { isFull } from './mountedCards'
import { isolateOnce, pageInk, shapesOf } from './pageInk'
import { paintScene } from './paintScene'
import { type Painted, shiftOf } from './shiftOf'

const wantedMargin = 200

/** The painted part of the tree. It can reach beyond the window: a hand that moves the world then moves the picture, and nothing is painted. */
export class Picture {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #beside: BesidePill
  /** Pixels of the screen in one of the page, and beyond each side of the window. */
  #ratio = 1
  #beyond = 0
  #painted: Painted | null = null

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, beside: BesidePill) {
    this.#canvas = canvas
    this.#context = context
    this.#beside = beside
  }

  /** How many pixels of the screen the window has, `ratio` of them in one of the page. False: as many as before. */
  resize(width: number, height: number, ratio: number): boolean {
    const beyond = Math.round(wantedMargin * ratio)
    const across = width + 2 * beyond
    const down = height + 2 * beyond
    const canvas = this.#canvas
    if (canvas.width === across && canvas.height === down && this.#ratio === ratio) return false
    canvas.width = across
    canvas.height = down
    this.#ratio = ratio
    this.#beyond = beyond
    canvas.style.left = canvas.style.top = `${-beyond / ratio}px`
    canvas.style.width = `${across / ratio}px`
    canvas.style.height = `${down / ratio}px`
    return true
  }

  /** After a move of the camera. False: that is not enough, it has to be painted. */
  follow(): boolean {
    const frame = this.#painted && currentFrame()
    const shift = frame && this.#painted && shiftOf(this.#painted, frame.camera, frame.size, this.#ratio)
    if (!frame || !shift || isFixed(frame)) return false
    this.#put(shift.x, shift.y)
    this.#beside.put(frame, this.#ratio)
    return true
  }

  paint(): void {
    const context = this.#context
    const { width, height } = this.#canvas
    const frame = currentFrame()
    const margin = frame ? this.#marginOf(frame) : 0
    this.#painted = null
    context.resetTransform()
    context.clearRect(0, 0, width, height)
    this.#put(0, 0)
    this.#beside.put(frame, this.#ratio)
    if (!frame || frame.size.width === 0) return
    const { size, camera } = frame
    const across = (width - 2 * this.#beyond) / size.width
    const down = (height - 2 * this.#beyond) / size.height
    context.setTransform(across, 0, 0, down, this.#beyond - margin * across, this.#beyond - margin * down)
    const { tokens, ruler } = pageInk()
    const ink = new CanvasInk({ context, tokens, ruler, shapesOf, isolate: isolateOnce })
    paintScene(ink, { ...widened(frame, margin), isBesideApart: true })
    this.#painted = { camera, size, margin }
  }

  /** What is moved by hand will be moved on; what zooms, slides or stands still would only paint more than is seen. */
  #marginOf(frame: Frame): number {
    const before = this.#painted
    if (!before || before.camera === frame.camera || isFixed(frame)) return 0
    const isMove = shiftOf({ ...before, margin: Number.POSITIVE_INFINITY }, frame.camera, frame.size, this.#ratio) !== null
    return isMove ? this.#beyond / this.#ratio : 0
  }

  #put(x: number, y: number): void {
    this.#canvas.style.translate = `${x}px ${y}px`
  }
}

/** Something in it does not move with the world, or is not where it is going. */
function isFixed(frame: Frame): boolean {
  return frame.slide !== null || (frame.level === 'card' && isFull())
}

function widened(frame: Frame, margin: number): Frame {
  if (margin === 0) return frame
  const { camera, size } = frame
  return {
    ...frame,
    camera: panBy(camera, margin, margin),
    size: { width: size.width + 2 * margin, height: size.height + 2 * margin },
    // Beyond the window are cards that will be elements before they are seen.
    isMounted: frame.level === 'card' ? () => true : frame.isMounted,
  }
}
