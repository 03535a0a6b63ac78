import type { RunUri } from '../../shared/ids'
import { longestType, mostTypeColours, type TypeColours } from '../../shared/typeColours'
import type { RunRow } from '../../shared/views'
import { connectionOf, outsideOf } from '../openSourcePlace'
import type { Stage } from './stage'

/**
 * What definitions say now of the types of a run, those included that have not been called yet. A demo has none: its folders are
 * made up, and what lies there on this disk is somebody else's.
 */
export async function readTypeColours(stage: Stage, run: RunUri): Promise<TypeColours> {
  const { settings, isDemo } = stage
  const row = isDemo || settings.isPlayed ? null : await rowOf(stage, run)
  const root = row && settings.roots[row.provider]
  if (!row || row.cwd === null || root === undefined || root === null) return []
  const colours = await connectionOf(row.provider)?.typeColours?.({ root, ...outsideOf(settings) }, row.cwd)
  return [...(colours ?? [])]
    .flatMap(([type, colour]) => (type !== '' && type.length <= longestType ? [{ type, colour }] : []))
    .slice(0, mostTypeColours)
}

/** While the runs are still being read, one that is looked at is known to whoever follows it. */
async function rowOf({ board, followers }: Stage, run: RunUri): Promise<RunRow | null> {
  const known = board.rows.get(run)
  if (known) return known
  const follower = await followers.follow(run, { isAwaited: true })
  followers.release(run)
  return follower.row
}
