import type { AgentKey, RunUri } from '../../shared/ids'
import { useUi } from './ui'

/** Where the person was, for the way back. */
interface Place {
  readonly run: RunUri
  readonly key: AgentKey | null
}

const back: Place[] = []
const forth: Place[] = []
const longest = 100

/** Selects an agent of the run that is shown and brings it into view. `isQuiet`: by the canvas itself, which must not move. */
export function selectAgent(key: AgentKey | null, options: { readonly isQuiet?: boolean; readonly item?: number } = {}): void {
  const ui = useUi.getState()
  if (ui.run !== null) show({ run: ui.run, key }, options)
}

/** Shows a run, and an agent of it; `key` null: its root. */
export function selectRun(run: RunUri, key: AgentKey | null = null, item?: number): void {
  show({ run, key }, item === undefined ? {} : { item })
}

function show(place: Place, { isQuiet = false, item }: { readonly isQuiet?: boolean; readonly item?: number }): void {
  const { run, selected } = useUi.getState()
  if (run !== null && (run !== place.run || selected !== place.key)) {
    back.push({ run, key: selected })
    if (back.length > longest) back.shift()
    forth.length = 0
  }
  put(place, isQuiet, item ?? null)
}

function put(place: Place, isQuiet: boolean, wantedItem: number | null): void {
  const { run, revealed, chosen } = useUi.getState()
  useUi.setState({
    ...place,
    selected: place.key,
    lastRun: place.run,
    wantedItem,
    chosen: chosen + 1,
    revealed: isQuiet || place.key === null ? revealed : { key: place.key, times: (revealed?.times ?? 0) + 1 },
    ...(run === place.run ? {} : { camera: 'follow' as const }),
  })
}

/** Back to where the person was before; false: there is no such place. */
export function goBack(): boolean {
  return step(back, forth)
}

export function goForth(): boolean {
  return step(forth, back)
}

function step(from: Place[], to: Place[]): boolean {
  const place = from.pop()
  if (!place) return false
  const { run, selected } = useUi.getState()
  if (run !== null) to.push({ run, key: selected })
  put(place, false, null)
  return true
}
