import { contrast } from './contrast'
import { luminance } from './luminance'
import { oklabOf, printOklab } from './oklab'

/** WCAG AA for text. */
export const leastContrast = 4.5

/**
 * The colour itself where it can be read on every one of these surfaces; else the nearest of its hue that can, away from them. Of the
 * surfaces of one theme: where they are bright and dark at once, nothing may do.
 */
export function readableColour(colour: string, surfaces: readonly string[]): string {
  const isRead = (text: string): boolean => surfaces.every((surface) => contrast(text, surface) >= leastContrast)
  if (isRead(colour)) return colour
  const end = Math.max(...surfaces.map(luminance)) < 0.18 ? 1 : 0
  const own = oklabOf(colour)
  const moved = (share: number): string => printOklab({ ...own, l: own.l + (end - own.l) * share })
  let [near, far] = [0, 1]
  // Fine enough for the last bit of a channel.
  for (let step = 0; step < 12; step++) {
    const middle = (near + far) / 2
    if (isRead(moved(middle))) far = middle
    else near = middle
  }
  return moved(far)
}
