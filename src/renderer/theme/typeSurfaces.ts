import { mixColours } from '../canvas/mixColours'

const plain = ['bg-canvas', 'bg-chrome', 'bg-panel', 'bg-card', 'bg-hover', 'bg-press', 'bg-inset']

/** Every ground on which the name of a type may stand, on cards and on the canvas alike, in the theme that `read` reads. */
export function typeSurfaces(read: (token: string) => string): readonly string[] {
  const get = (token: string): string => read(token).trim()
  const [canvas, card] = [get('bg-canvas'), get('bg-card')]
  return [
    ...plain.map(get),
    // A card that needs a person, and one under the pointer.
    mixColours(get('fi-need'), card, 0.07),
    mixColours(get('bg-hover'), card, 0.6),
    // A row that was found, a card with a ring about it.
    ...[get('bg-panel'), card].map((ground) => tinted(get('accent-tint'), ground)),
    // The plate of a landmark lets through what it lies on: edges, and blocks in the colour of any phase.
    ...['line-3', 'fi-need', 'fi-fail', 'st-live', 'st-done', 'st-cut'].map((below) => mixColours(canvas, get(below), 0.88)),
  ]
}

/** `#rrggbbaa` over a ground. */
function tinted(tint: string, ground: string): string {
  const alpha = Number.parseInt(tint.slice(7, 9), 16) / 255
  return Number.isNaN(alpha) ? ground : mixColours(tint.slice(0, 7), ground, alpha)
}
