/** Reduced motion: everything is where it belongs at once. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The curve of `--e-inout`, cubic-bezier(.5, 0, .2, 1): what the canvas slides beside what the page slides must keep step. */
export function easeInOut(share: number): number {
  let low = 0
  let high = 1
  for (let n = 0; n < 20; n++) {
    const middle = (low + high) / 2
    if (bezier(middle, 0.5, 0.2) < share) low = middle
    else high = middle
  }
  return share <= 0 ? 0 : share >= 1 ? 1 : bezier((low + high) / 2, 0, 1)
}

function bezier(t: number, first: number, second: number): number {
  return 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t ** 2 * second + t ** 3
}
