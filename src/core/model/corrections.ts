/** What a person said about the place of one agent. Stands above all evidence until it is taken back. */
export type Correction =
  /** `call` null: the agent hangs elsewhere, everything else of it stays as it is. */
  | { readonly kind: 'place'; readonly parent: string; readonly call: string | null; readonly at: number }
  | { readonly kind: 'unlink'; readonly at: number }
  | { readonly kind: 'hide'; readonly at: number }

/** By the agent's id; by its call where no agent of the call was known; a session of another product by its address. `parent` is an id. */
export type Corrections = ReadonlyMap<string, Correction>

export const NO_CORRECTIONS: Corrections = new Map()

/** Equal for equal corrections, whatever the order in which they were made. */
export function correctionsStamp(corrections: Corrections): string {
  if (corrections.size === 0) return ''
  return JSON.stringify([...corrections].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** In the tree a session of another product goes by its bare id like any agent. */
export function byAgent(corrections: Corrections): Corrections {
  if (corrections.size === 0) return corrections
  return new Map([...corrections].map(([name, said]) => [name.replace(/^[^:]+:\/\//, ''), said]))
}
