const beatMs = 250
const waiting = new Set<() => void>()
let isBeating = false

/** Runs it with all that waits, in one go, four times a second at most; nothing beats while nothing waits. Returns how to call it off. */
export function onBeat(run: () => void): () => void {
  waiting.add(run)
  if (!isBeating) setTimeout(beat, beatMs)
  isBeating = true
  return () => void waiting.delete(run)
}

function beat(): void {
  isBeating = false
  const due = [...waiting]
  waiting.clear()
  for (const run of due) run()
}
