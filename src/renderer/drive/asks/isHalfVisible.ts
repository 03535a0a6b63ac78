const steps = [0.1, 0.3, 0.5, 0.7, 0.9]

/** At least half of an element is in the window and on top of everything else: what nobody sees, nobody can mean. */
export function isHalfVisible(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  if (width === 0 || height === 0) return false
  let seen = 0
  for (const x of steps) {
    for (const y of steps) {
      const hit = document.elementFromPoint(left + width * x, top + height * y)
      // A hint about the card is no reason to call it hidden.
      if (hit && (element.contains(hit) || hit.closest('.tip-box'))) seen++
    }
  }
  return seen * 2 >= steps.length ** 2
}
