import type { AgentKey, RunUri } from '../../../shared/ids'

/** Where somebody stopped reading: an item and how far below the top of the view it stood. */
export interface ReadingPlace {
  readonly n: number
  readonly below: number
}

const most = 200
const places = new Map<string, ReadingPlace>()

/** Null: at the end, which is where a transcript opens. */
export function rememberPlace(run: RunUri, key: AgentKey, place: ReadingPlace | null): void {
  const name = `${run} ${key}`
  places.delete(name)
  if (!place) return
  places.set(name, place)
  if (places.size <= most) return
  const [oldest] = places.keys()
  if (oldest !== undefined) places.delete(oldest)
}

export function recallPlace(run: RunUri, key: AgentKey): ReadingPlace | undefined {
  return places.get(`${run} ${key}`)
}
