import { AgentKey, RunUri } from '../shared/ids'
import { fail, ok, type Result } from '../shared/result'
import type { TreeView } from '../shared/views'
import type { Catalog } from './catalog'
import type { LookupFailure, Target } from './engine'

/** An agent of this very run, at any depth, by its id or by the id of the call that started it. */
export function resolveAgent(
  tree: TreeView,
  agent: string,
  isElsewhere: (id: string) => string | null,
): Result<Target, LookupFailure> {
  const wanted = agent.startsWith('agent-') ? agent.slice('agent-'.length) : agent
  // The run's own conversation is no agent of it.
  const all = [...tree.agents.slice(1), ...tree.unplaced]
  const found = all.find((candidate) => candidate.id === wanted) ?? all.find((candidate) => candidate.key === wanted)
  if (!found) {
    const owner = isElsewhere(wanted)
    const searched = `${all.length} agents of ${tree.uri} were searched`
    return owner === null
      ? fail({ reason: 'not_found', message: `no agent ${wanted} in this run: ${searched}` })
      : fail({
          reason: 'not_a_child',
          message: `agent ${wanted} is not a child of this run, it belongs to ${owner}: ${searched}`,
        })
  }
  if (found.source === null && found.parent !== null) {
    const where = found.call === null ? 'what others say of it' : `the call ${found.call}`
    return fail({
      reason: 'no_data',
      message: `agent ${wanted} is known only by ${where}: no transcript of it was found below ${tree.uri}`,
    })
  }
  return ok({ run: RunUri.parse(tree.uri), key: AgentKey.parse(found.key) })
}

/** Which other run an agent's file lies in; null: nobody knows it. */
export function ownerOfAgent(catalog: Catalog, agent: string): string | null {
  for (const file of catalog.files.values()) {
    if (file.spec.agent === agent && file.run !== null) return `${catalog.provider.id}://${file.run}`
  }
  return null
}

export function missingRun(catalog: Catalog, main: string): LookupFailure {
  const { root, state, problems } = catalog
  const [first, ...more] = problems.filter(({ path }) => path !== '')
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  const why = first ? `: ${first.path}: ${first.reason}${others}` : ''
  if (state === 'missing') return { reason: 'not_found', message: `no run ${main}: the folder ${root} does not exist` }
  if (state === 'unreadable') return { reason: 'unreadable', message: `no run ${main}: the folder ${root} cannot be read${why}` }
  const unread = why && `; something in it cannot be read${why}`
  const close = [...catalog.runs.keys()].find((id) => main.length >= 4 && id.startsWith(main))
  const hint = close === undefined ? '' : `; did you mean ${catalog.provider.id}://${close}?`
  return { reason: 'not_found', message: `no run ${main}: ${catalog.runs.size} runs below ${root} were searched${unread}${hint}` }
}
