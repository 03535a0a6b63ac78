import { treeOf } from '../core/model/forest'
import type { Provider } from '../core/provider'
import type { SourceStore } from '../core/sourceStore'
import { buildCatalog } from '../engine/catalog'
import { loadRun } from '../engine/summariseRun'
import type { TreeView } from '../shared/views'

const OPTIONS = { promptWindowMs: 86_400_000, warmupPrompts: new Set<string>(), prices: { dated: '', source: '', models: [] } }

/** The tree of every run that a store has, by the run's id, each read from its beginning. */
export function treesOf(provider: Provider, store: SourceStore): Record<string, TreeView> {
  const catalog = buildCatalog({ provider, root: '/nowhere', store })
  return Object.fromEntries(
    [...catalog.runs.values()].map(({ id, files }) => [id, treeOf(loadRun(catalog, id, files.values()).run, OPTIONS)]),
  )
}
