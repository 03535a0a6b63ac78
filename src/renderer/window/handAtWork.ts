/** From one movement of a hand to the next, at most: beyond it rests. */
const restMs = 100
let movedAt = Number.NEGATIVE_INFINITY

/** Something is being dragged, panned or scrolled: what arrives meanwhile can wait for it. */
export function isHandAtWork(): boolean {
  return performance.now() - movedAt < restMs
}

/** Returns how to stop. */
export function keepHand(place: Pick<Window, 'addEventListener'>): () => void {
  const end = new AbortController()
  const options = { capture: true, passive: true, signal: end.signal }
  const note = (): void => {
    movedAt = performance.now()
  }
  place.addEventListener('wheel', note, options)
  place.addEventListener('pointermove', ({ buttons }) => buttons !== 0 && note(), options)
  return () => end.abort()
}
