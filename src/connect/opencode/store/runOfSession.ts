/**
 * The topmost ancestor. A parent that is nowhere still names the run, so that its orphans stay together; of a circle the id that
 * sorts last, the eldest, is taken for the top.
 */
export function runOfSession(id: string, parentOf: (id: string) => string | null): string {
  let top = id
  const seen = new Set<string>()
  for (let parent = parentOf(id); parent !== null; parent = parentOf(top)) {
    if (seen.has(top)) return eldestOf(top, parentOf)
    seen.add(top)
    top = parent
  }
  return top
}

function eldestOf(inCircle: string, parentOf: (id: string) => string | null): string {
  let eldest = inCircle
  for (let at = parentOf(inCircle); at !== null && at !== inCircle; at = parentOf(at)) if (at > eldest) eldest = at
  return eldest
}
