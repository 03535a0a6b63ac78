import type { RememberedChild } from './childMemory'

/** True: it proves less than what is remembered of the same session, and must not take its place. */
export function isWeakerChild(said: RememberedChild, remembered: RememberedChild): boolean {
  return said.directory === remembered.directory && WEIGHT[said.evidence] < WEIGHT[remembered.evidence]
}

const WEIGHT: Record<RememberedChild['evidence'], number> = { session: 2, task: 1, guess: 0 }
