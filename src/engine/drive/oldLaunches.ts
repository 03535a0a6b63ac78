/** An ended one; `endedAt` null: it has not, or nobody knows. */
interface Dated {
  readonly endedAt: number | null
}

const KEPT_MS = 30 * 24 * 60 * 60_000
const MOST_KEPT = 200

/** Ended long ago, or with many newer ones after them: what they wrote is the product's to keep, and fills our folder. */
export function oldLaunches<T extends Dated>(all: readonly T[], now: number): T[] {
  const ended = all.flatMap((one) => (one.endedAt === null ? [] : [{ one, at: one.endedAt }])).sort((a, b) => b.at - a.at)
  return ended.filter(({ at }, place) => place >= MOST_KEPT || now - at > KEPT_MS).map(({ one }) => one)
}
