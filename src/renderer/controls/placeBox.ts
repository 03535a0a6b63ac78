export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const margin = 8

/** Where a floating box stands: below its anchor, above it when there is more room, never outside the window. */
export function placeBox(anchor: Rect, box: Size, window: Size, gap = 4): { readonly x: number; readonly y: number } {
  const below = anchor.y + anchor.height + gap
  const above = anchor.y - gap - box.height
  const fitsBelow = below + box.height <= window.height - margin
  const isMoreRoomAbove = anchor.y > window.height - anchor.y - anchor.height
  const y = fitsBelow || !isMoreRoomAbove ? below : above
  return { x: clamp(anchor.x, box.width, window.width), y: clamp(y, box.height, window.height) }
}

function clamp(start: number, length: number, room: number): number {
  return Math.max(margin, Math.min(start, room - length - margin))
}
