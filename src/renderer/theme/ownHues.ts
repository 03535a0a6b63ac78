/** The root and the eight hues of the house come first. */
export const firstOwnHue = 9

/** Numbers of hues are bytes. Names beyond keep the hue of their name. */
const most = 256 - firstOwnHue

const numbers = new Map<string, number>()
const listeners = new Set<() => void>()

/** The number under which a colour that a definition names is painted; null: there are too many. Which number it is means nothing. */
export function ownHue(colour: string): number | null {
  const known = numbers.get(colour)
  if (known !== undefined) return known
  if (numbers.size >= most) return null
  const hue = firstOwnHue + numbers.size
  numbers.set(colour, hue)
  tellOnce()
  return hue
}

let isToBeTold = false

/** Once for many: each telling moves all colours to where they can be read. */
function tellOnce(): void {
  if (isToBeTold) return
  isToBeTold = true
  queueMicrotask(() => {
    isToBeTold = false
    for (const listener of [...listeners]) listener()
  })
}

/** In the order of their numbers, as they were named: not yet moved to where they can be read. */
export function ownColours(): readonly string[] {
  return [...numbers.keys()]
}

/** Calls back when there is one more. */
export function onOwnColours(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
