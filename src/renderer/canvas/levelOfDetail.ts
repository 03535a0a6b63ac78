export type Level = 'card' | 'label' | 'block'

const cardZoom = 0.9
const labelZoom = 0.3
const hysteresis = 0.04

/** How much of a node is painted. A little below its threshold a level is kept, so that a hand that trembles does not flicker. */
export function levelOfDetail(before: Level | null, zoom: number): Level {
  if (zoom >= cardZoom - (before === 'card' ? hysteresis : 0)) return 'card'
  return zoom >= labelZoom - (before !== null && before !== 'block' ? hysteresis : 0) ? 'label' : 'block'
}
