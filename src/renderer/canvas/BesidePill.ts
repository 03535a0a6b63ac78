import { CanvasInk } from './canvasInk'
import type { Frame } from './frame'
import { isolateOnce, pageInk, shapesOf } from './pageInk'
import { paintPill } from './paintPills'
import { besidePill, type PillShape } from './pillShape'

/** Its line is not cut off at its sides. */
const edge = 1

/** The root's pill from far away, a picture of its own: it is held back in the window while the tree beneath it is moved. */
export class BesidePill {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #painted = ''
  #ink: ReturnType<typeof pageInk> | null = null

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    this.#canvas = canvas
    this.#context = context
    canvas.style.visibility = 'hidden'
  }

  /** `ratio`: pixels of the screen in one of the page. */
  put(frame: Frame | null, ratio: number): void {
    const shape = frame && besidePill(pageInk(), frame)
    const { style } = this.#canvas
    style.visibility = shape ? 'visible' : 'hidden'
    if (!shape) return
    this.#paint(shape, ratio)
    const whole = (place: number): number => Math.round((place - edge) * ratio) / ratio
    style.translate = `${whole(shape.x)}px ${whole(shape.y)}px`
  }

  #paint(shape: PillShape, ratio: number): void {
    const ink = pageInk()
    const look = `${ratio} ${shape.parts.map(({ text, phase }) => `${text} ${phase}`).join(' ')}`
    // The ink is another one when the theme or the faces are.
    if (look === this.#painted && ink === this.#ink) return
    this.#painted = look
    this.#ink = ink
    const canvas = this.#canvas
    canvas.width = Math.ceil((shape.width + 2 * edge) * ratio)
    canvas.height = Math.ceil((shape.height + 2 * edge) * ratio)
    canvas.style.width = `${canvas.width / ratio}px`
    canvas.style.height = `${canvas.height / ratio}px`
    const context = this.#context
    context.setTransform(ratio, 0, 0, ratio, edge * ratio, edge * ratio)
    paintPill(new CanvasInk({ context, ...ink, shapesOf, isolate: isolateOnce }), shape)
  }
}
