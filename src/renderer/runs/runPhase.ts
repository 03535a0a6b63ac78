import type { RunUri } from '../../shared/ids'
import { loudestPhase } from '../../shared/loudestPhase'
import { type ShownPhase, shownPhase } from '../../shared/shownPhase'
import type { RunRow } from '../../shared/views'
import type { Standstill } from '../drive/standstill'

export type Standstills = ReadonlyMap<RunUri, Standstill>

export const noStandstills: Standstills = new Map()

export function standsStill({ uri }: Pick<RunRow, 'uri'>, standstills: Standstills): boolean {
  return (standstills.get(uri)?.sinceMs ?? null) !== null
}

/** What its row says: whoever groups, filters or counts by it must say the same. */
export function runPhase(row: RunRow, standstills: Standstills): ShownPhase {
  return shownPhase(loudestPhase(row), standsStill(row, standstills))
}
