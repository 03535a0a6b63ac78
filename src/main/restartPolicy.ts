/** What to do after the engine's process died. */
export type Restart = { readonly kind: 'wait'; readonly ms: number } | { readonly kind: 'give_up' }

const firstWaitMs = 200
const longestWaitMs = 10_000
const windowMs = 60_000
const mostDeaths = 5

/** `deathsMs`: when it died, in order, the last one now. Longer each time, and no more when it cannot stay alive at all. */
export function afterDeath(deathsMs: readonly number[]): Restart {
  const now = deathsMs.at(-1) ?? 0
  const recent = deathsMs.filter((at) => at > now - windowMs).length
  if (recent >= mostDeaths) return { kind: 'give_up' }
  return { kind: 'wait', ms: Math.min(longestWaitMs, firstWaitMs * 3 ** (recent - 1)) }
}
