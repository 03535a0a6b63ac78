/** A symbol of the icon sheet as paths in a box of 16 × 16. */
export interface GlyphShape {
  readonly path: string
  readonly isFilled: boolean
  readonly dash: readonly number[]
}

/** What an element of the sheet says of itself. */
export interface ShapeElement {
  readonly tagName: string
  getAttribute(name: string): string | null
}

export function glyphShape(element: ShapeElement): GlyphShape | null {
  const path = pathOf(element)
  if (path === null) return null
  const dash = element.getAttribute('stroke-dasharray')
  return {
    path,
    isFilled: element.getAttribute('fill') === 'currentColor',
    dash: dash === null ? [] : dash.split(/[\s,]+/).map(Number),
  }
}

function pathOf(element: ShapeElement): string | null {
  const number = (name: string): number => Number(element.getAttribute(name) ?? 0)
  switch (element.tagName) {
    case 'path':
      return element.getAttribute('d')
    case 'circle': {
      const r = number('r')
      return `M${number('cx') - r} ${number('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
    }
    case 'rect': {
      const r = number('rx')
      const width = number('width') - 2 * r
      const height = number('height') - 2 * r
      const corner = (x: number, y: number): string => `a${r} ${r} 0 0 1 ${x} ${y}`
      return `M${number('x') + r} ${number('y')}h${width}${corner(r, r)}v${height}${corner(-r, r)}h${-width}${corner(-r, -r)}v${-height}${corner(r, -r)}z`
    }
    default:
      return null
  }
}
