/** Known types keep their hue; a type nobody knows gets the one its name leads to, the same on every screen. */
const known = new Map([
  ['Explore', 1],
  ['general-purpose', 2],
  ['reviewer', 3],
  ['test-runner', 4],
  ['Plan', 5],
])

const most = 1000

/**
 * 1 to 8, by nothing but the name. Of four unknown types in one run two share a hue more often than not: to give the later one
 * another would make colours depend on who came first, and one type would have two of them in two runs (decision 0036).
 */
export function typeHue(type: string): number {
  const found = known.get(type)
  if (found !== undefined) return found
  let hash = 2166136261
  for (let i = 0; i < type.length; i++) hash = Math.imul(hash ^ type.charCodeAt(i), 16777619)
  const hue = ((hash >>> 0) % 8) + 1
  // Names are foreign: as many as a person could tell apart, and many more.
  if (known.size < most) known.set(type, hue)
  return hue
}
