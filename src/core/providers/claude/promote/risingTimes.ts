import { soundTime } from '../../../soundTime'
import type { ChainItem } from './arrangeChain'

/**
 * Strictly rising, and none after now: up to 2.1.20 the record with the newest time is where a session goes on, so that of two alike, or
 * of one from the future, what comes later would be lost.
 */
export function risingTimes(items: readonly ChainItem[], nowMs: number): readonly number[] {
  const said = items.map((item) => (item.kind === 'record' ? soundTime(item.record.at) : Number.NaN))
  const known = said.find((at) => !Number.isNaN(at)) ?? nowMs
  const times: number[] = []
  let before = known - items.length
  for (const at of said) {
    before = at > before ? at : before + 1
    times.push(before)
  }
  const excess = Math.max(0, before - nowMs)
  return excess === 0 ? times : times.map((at) => at - excess)
}
