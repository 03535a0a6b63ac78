import type { Catalog, CatalogFile } from './catalog'
import type { Elder } from './relateFamily'
import type { SourcePlace } from './sourcePlace'
import { loadRun } from './summariseRun'

/** More are not read for one run. */
const MOST_READ = 64

/** Agents of other runs that begin with this record: the run was copied from one of them. Only a store says who may be. */
export function agentsAlike(place: SourcePlace, catalog: Catalog, run: string, record: string): Elder[] {
  const family = familyOf(catalog, run)
  if (family === null) return []
  return [...catalog.files.values()]
    .filter((file) => file.family === family && file.spec.role === 'agent' && file.run !== run)
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, MOST_READ)
    .flatMap((file) => elderIn(place, file, record))
}

/** What a store says the run has in common with its relatives; null: it has none. */
export function familyOf(catalog: Catalog, run: string): string | null {
  for (const { spec, family } of catalog.runs.get(run)?.files.values() ?? []) if (spec.role === 'main') return family ?? null
  return null
}

function elderIn(place: SourcePlace, file: CatalogFile, record: string): Elder[] {
  if (file.run === null) return []
  const { run } = loadRun(place, file.run, [file])
  for (const { agentRoot } of run.sources.values()) if (agentRoot?.record === record) return [{ run, thread: agentRoot.agent }]
  return []
}
