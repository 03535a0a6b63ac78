import type { Catalog, CatalogFile } from './catalog'

export interface Rejoining {
  readonly lose: (path: string) => void
  readonly look: (path: string) => void
}

/** Conversations met before `file`, which started them, were taken for a run of its name: they are looked at once more. */
export function rejoinBelow(catalog: Catalog, { spec, run }: CatalogFile, { lose, look }: Rejoining): void {
  const thread = spec.role === 'agent' ? spec.agent : null
  if (thread === null || run === null || thread === run) return
  const left = (): string[] => [...(catalog.runs.get(thread)?.files.keys() ?? [])]
  // With each round at least one of them finds its parent.
  for (let paths = left(), rounds = paths.length; rounds > 0; rounds--, paths = left()) {
    for (const path of paths) lose(path)
    for (const path of paths) look(path)
  }
}
