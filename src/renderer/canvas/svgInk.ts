import type { GlyphShape } from './glyphShapes'
import type { BoxLook, Ink, Pen } from './ink'
import { isolateText } from './isolateText'
import type { TextRuler } from './textRuler'
import type { FontName, Tokens } from './tokens'

export interface SvgInkParts {
  readonly width: number
  readonly height: number
  readonly tokens: Tokens
  readonly ruler: TextRuler
  readonly shapesOf: (name: string) => readonly GlyphShape[]
}

export interface SvgInk extends Ink {
  print(): string
}

/** Paints into the text of an SVG file that needs nothing but itself. */
export function svgInk({ width, height, tokens, ruler, shapesOf }: SvgInkParts): SvgInk {
  const out: string[] = []
  const put = (tag: string, attributes: Readonly<Record<string, string | number | undefined>>, body?: string): void => {
    const said = Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [` ${name}="${escapeXml(String(value))}"`],
    )
    out.push(body === undefined ? `<${tag}${said.join('')}/>` : `<${tag}${said.join('')}>${body}</${tag}>`)
  }
  const within = (open: string, draw: () => void): void => {
    out.push(`<g ${open}>`)
    draw()
    out.push('</g>')
  }
  return {
    tokens,
    ruler,
    block: (x, y, w, h, fill, alpha) =>
      put('rect', { x: round(x), y: round(y), width: round(w), height: round(h), fill, opacity: strength(alpha) }),
    box: (x, y, w, h, look) => put('rect', boxAttributes(x, y, w, h, look)),
    lines(look, draw) {
      const d = drawn(draw)
      if (d === '') return
      const cap = look.isRound ? 'round' : undefined
      const dash = look.dash?.length ? look.dash.join(' ') : undefined
      put('path', {
        d,
        fill: 'none',
        stroke: look.stroke,
        'stroke-width': look.width,
        'stroke-linecap': cap,
        'stroke-dasharray': dash,
        opacity: strength(look.alpha),
      })
    },
    text: (x, y, text, font, fill) =>
      put(
        'text',
        { x: round(x), y: round(y), fill, ...fontAttributes(tokens, font), ...lengthOf(ruler.widthOf(text, font)) },
        escapeXml(isolateText(text)),
      ),
    glyph(name, x, y, size, colour) {
      within(`transform="translate(${round(x)} ${round(y)}) scale(${size / 16})"`, () => {
        for (const { path, isFilled, dash } of shapesOf(name)) {
          if (isFilled) put('path', { d: path, fill: colour, 'fill-rule': 'evenodd' })
          else
            put('path', {
              d: path,
              fill: 'none',
              stroke: colour,
              'stroke-width': 1.5,
              'stroke-linecap': 'round',
              'stroke-linejoin': 'round',
              'stroke-dasharray': dash.length > 0 ? dash.join(' ') : undefined,
            })
        }
      })
    },
    scaled: (x, y, scale, draw) => within(`transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})"`, draw),
    faded: (alpha, draw) => within(`opacity="${alpha}"`, draw),
    print: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${tokens.canvas}"/>${out.join('')}</svg>`,
  }
}

function boxAttributes(
  x: number,
  y: number,
  w: number,
  h: number,
  look: BoxLook,
): Readonly<Record<string, string | number | undefined>> {
  const inset = look.stroke === undefined ? 0 : (look.width ?? 1) / 2
  return {
    x: round(x + inset),
    y: round(y + inset),
    width: round(Math.max(0, w - 2 * inset)),
    height: round(Math.max(0, h - 2 * inset)),
    rx: look.radius === undefined ? undefined : round(Math.max(0, look.radius - inset)),
    fill: look.fill ?? 'none',
    stroke: look.stroke,
    'stroke-width': look.stroke === undefined ? undefined : (look.width ?? 1),
    'stroke-dasharray': look.dash?.join(' '),
    opacity: strength(look.alpha),
  }
}

function fontAttributes(tokens: Tokens, name: FontName): Readonly<Record<string, string>> {
  const [weight = '400', size = '12px', ...family] = tokens.fonts[name].split(' ')
  return { 'font-weight': weight, 'font-size': size, 'font-family': family.join(' '), 'xml:space': 'preserve' }
}

/** Whoever opens the file may not have our faces: the words keep their room all the same. */
function lengthOf(width: number): Readonly<Record<string, string | number | undefined>> {
  return width > 0 ? { textLength: round(width), lengthAdjust: 'spacingAndGlyphs' } : {}
}

function drawn(draw: (pen: Pen) => void): string {
  let d = ''
  draw({
    moveTo: (x, y) => (d += `M${round(x)} ${round(y)}`),
    lineTo: (x, y) => (d += `L${round(x)} ${round(y)}`),
    quadraticCurveTo: (cx, cy, x, y) => (d += `Q${round(cx)} ${round(cy)} ${round(x)} ${round(y)}`),
  })
  return d
}

function strength(alpha: number | undefined): number | undefined {
  return alpha === undefined || alpha === 1 ? undefined : alpha
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Control characters are neutralised before; what is left may still be markup. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
