import type { Launch } from '../../../shared/drive/launch'
import type { RunUri } from '../../../shared/ids'
import type { RunRow } from '../../../shared/views'

type Origins = readonly Pick<Launch, 'run' | 'origin'>[]

/** The address that a run goes on from: as its records say, else as it was started here. Null: from none. */
export function originOf({ uri, forkedFrom }: Pick<RunRow, 'uri' | 'forkedFrom'>, launches: Origins): string | null {
  if (forkedFrom !== null) return forkedFrom
  const origin = launches.find(({ run, origin: from }) => run === uri && from !== null && from.run !== uri)?.origin
  if (!origin) return null
  return origin.key === null ? origin.run : `${origin.run}/${encodeURIComponent(origin.key)}`
}

/** Runs that go on from a run, or from an agent of it. */
export function descendantsOf<T extends Pick<RunRow, 'uri' | 'forkedFrom'>>(
  run: RunUri,
  rows: ReadonlyMap<RunUri, T>,
  launches: Origins,
): readonly T[] {
  const here = new Set(launches.flatMap((launch) => (launch.origin?.run === run && launch.run !== null ? [launch.run] : [])))
  const found: T[] = []
  for (const row of rows.values()) {
    const isFrom = row.forkedFrom !== null && (row.forkedFrom === run || row.forkedFrom.startsWith(`${run}/`))
    if (row.uri !== run && (isFrom || here.has(row.uri))) found.push(row)
  }
  return found
}
