export interface ScreenBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Wanted {
  /** The node it belongs to. */
  readonly node: ScreenBox
  readonly width: number
  readonly height: number
  /** What of the canvas is free for it. */
  readonly view: ScreenBox
  /** Whether a node stands there. */
  readonly isTaken: (box: ScreenBox) => boolean
}

const gap = 16

/** Beside its node where nothing else stands: left, right, below, above. Null: there is no room. */
export function placeAsk({ node, width, height, view, isTaken }: Wanted): { readonly x: number; readonly y: number } | null {
  if (node.right < view.left || node.left > view.right || node.bottom < view.top || node.top > view.bottom) return null
  const tops = [node.bottom - height, node.top, (node.top + node.bottom - height) / 2]
  const places = [
    ...tops.map((y) => ({ x: node.left - gap - width, y })),
    ...tops.map((y) => ({ x: node.right + gap, y })),
    { x: node.left, y: node.bottom + gap },
    { x: node.right - width, y: node.bottom + gap },
    { x: node.left, y: node.top - gap - height },
    { x: node.right - width, y: node.top - gap - height },
  ]
  return places.find(({ x, y }) => fits({ left: x, top: y, right: x + width, bottom: y + height }, view, isTaken)) ?? null
}

function fits(box: ScreenBox, view: ScreenBox, isTaken: Wanted['isTaken']): boolean {
  const isInside = box.left >= view.left && box.top >= view.top && box.right <= view.right && box.bottom <= view.bottom
  return isInside && !isTaken(box)
}

const step = 24

/** Anywhere that is free, as near as can be to where it is: for a card that somebody is about to answer. */
export function placeAnywhere(
  { width, height, view, isTaken }: Omit<Wanted, 'node'>,
  at: { readonly x: number; readonly y: number },
): { readonly x: number; readonly y: number } | null {
  let best: { readonly x: number; readonly y: number; readonly far: number } | null = null
  for (let x = view.left; x + width <= view.right; x += step) {
    for (let y = view.top; y + height <= view.bottom; y += step) {
      const far = Math.hypot(x - at.x, y - at.y)
      if (best && far >= best.far) continue
      if (fits({ left: x, top: y, right: x + width, bottom: y + height }, view, isTaken)) best = { x, y, far }
    }
  }
  return best && { x: best.x, y: best.y }
}
