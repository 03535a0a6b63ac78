const restMs = 120
let movedAt = Number.NEGATIVE_INFINITY

/** A hand has just moved what is shown. */
export function noteHand(): void {
  movedAt = performance.now()
}

/** For as long as it moves, the next picture goes before everything that can wait. */
export function isHandMoving(): boolean {
  return performance.now() - movedAt < restMs
}
