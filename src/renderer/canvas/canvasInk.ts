import type { GlyphShape } from './glyphShapes'
import type { BoxLook, Ink, LineLook, Pen } from './ink'
import type { TextRuler } from './textRuler'
import type { FontName, Tokens } from './tokens'

interface Drawn extends GlyphShape {
  readonly drawing: Path2D
}

const drawings = new Map<string, readonly Drawn[]>()
const noDash: number[] = []

export interface CanvasInkParts {
  readonly context: CanvasRenderingContext2D
  readonly tokens: Tokens
  readonly ruler: TextRuler
  readonly shapesOf: (name: string) => readonly GlyphShape[]
  readonly isolate: (text: string) => string
}

/** Remembers what the context was last told: setting a style again costs more than painting with it. */
export class CanvasInk implements Ink {
  readonly tokens: Tokens
  readonly ruler: TextRuler
  readonly #parts: CanvasInkParts
  #fill = ''
  #font = ''
  #alpha = -1
  #base = 1

  constructor(parts: CanvasInkParts) {
    this.#parts = parts
    this.tokens = parts.tokens
    this.ruler = parts.ruler
  }

  block(x: number, y: number, width: number, height: number, fill: string, alpha: number): void {
    this.#fade(alpha)
    this.#fillWith(fill)
    this.#parts.context.fillRect(x, y, width, height)
  }

  box(x: number, y: number, width: number, height: number, look: BoxLook): void {
    const { context } = this.#parts
    this.#fade(look.alpha ?? 1)
    if (look.fill !== undefined) {
      this.#fillWith(look.fill)
      traceBox(context, x, y, width, height, look.radius ?? 0)
      context.fill()
    }
    if (look.stroke === undefined) return
    const line = look.width ?? 1
    traceBox(context, x + line / 2, y + line / 2, width - line, height - line, (look.radius ?? 0) - line / 2)
    context.strokeStyle = look.stroke
    context.lineWidth = line
    context.lineCap = 'butt'
    context.setLineDash(look.dash ? [...look.dash] : noDash)
    context.stroke()
  }

  lines(look: LineLook, draw: (pen: Pen) => void): void {
    const { context } = this.#parts
    this.#fade(look.alpha ?? 1)
    context.strokeStyle = look.stroke
    context.lineWidth = look.width
    context.lineCap = look.isRound ? 'round' : 'butt'
    context.lineJoin = 'round'
    context.setLineDash(look.dash ? [...look.dash] : noDash)
    context.beginPath()
    draw(context)
    context.stroke()
  }

  text(x: number, y: number, text: string, font: FontName, colour: string): void {
    const { context, isolate } = this.#parts
    this.#fade(1)
    this.#fillWith(colour)
    const wanted = this.tokens.fonts[font]
    if (wanted !== this.#font) context.font = this.#font = wanted
    context.fillText(isolate(text), x, y)
  }

  glyph(name: string, x: number, y: number, size: number, colour: string): void {
    const { context } = this.#parts
    const scale = size / 16
    this.#fade(1)
    this.#fillWith(colour)
    context.translate(x, y)
    context.scale(scale, scale)
    context.strokeStyle = colour
    context.lineWidth = 1.5
    context.lineCap = 'round'
    context.lineJoin = 'round'
    for (const { drawing, isFilled, dash } of this.#drawingsOf(name)) {
      context.setLineDash([...dash])
      if (isFilled) context.fill(drawing, 'evenodd')
      else context.stroke(drawing)
    }
    context.scale(1 / scale, 1 / scale)
    context.translate(-x, -y)
  }

  scaled(x: number, y: number, scale: number, draw: () => void): void {
    const { context } = this.#parts
    context.save()
    context.translate(x, y)
    context.scale(scale, scale)
    draw()
    context.restore()
    this.#fill = ''
    this.#font = ''
    this.#alpha = -1
  }

  faded(alpha: number, draw: () => void): void {
    const before = this.#base
    this.#base *= alpha
    draw()
    this.#base = before
  }

  #fillWith(colour: string): void {
    if (colour !== this.#fill) this.#parts.context.fillStyle = this.#fill = colour
  }

  #fade(alpha: number): void {
    const to = alpha * this.#base
    if (to !== this.#alpha) this.#parts.context.globalAlpha = this.#alpha = to
  }

  #drawingsOf(name: string): readonly Drawn[] {
    const known = drawings.get(name)
    if (known) return known
    const made = this.#parts.shapesOf(name).map((shape) => ({ ...shape, drawing: new Path2D(shape.path) }))
    // The sheet may not be in the page yet.
    if (made.length > 0) drawings.set(name, made)
    return made
  }
}

function traceBox(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, radius: number): void {
  const corner = Math.max(0, Math.min(radius, width / 2, height / 2))
  context.beginPath()
  if (corner === 0) context.rect(x, y, width, height)
  else context.roundRect(x, y, width, height, corner)
}
