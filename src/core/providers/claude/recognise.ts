/** What a file under the provider's root is, by its path alone. */
export type SourceKind =
  /** `projects/<project>/<session>.jsonl` */
  | { readonly kind: 'main'; readonly project: string; readonly run: string }
  /** An agent's transcript. `run` null: the file lies flat in the project and only its records say whose it is. */
  | {
      readonly kind: 'agent'
      readonly project: string
      readonly run: string | null
      readonly agent: string
      readonly group: string | null
    }
  | {
      readonly kind: 'meta'
      readonly project: string
      readonly run: string
      readonly agent: string
      readonly group: string | null
    }
  | { readonly kind: 'journal'; readonly project: string; readonly run: string; readonly group: string }
  | { readonly kind: 'registry'; readonly pid: number }

const MAIN = /^projects\/([^/]+)\/([^/]+)\.jsonl$/
const FLAT_AGENT = /^projects\/([^/]+)\/agent-([^/]+)\.jsonl$/
const AGENT = /^projects\/([^/]+)\/([^/]+)\/subagents\/(?:workflows\/([^/]+)\/)?agent-([^/]+?)(\.meta\.json|\.jsonl)$/
const JOURNAL = /^projects\/([^/]+)\/([^/]+)\/subagents\/workflows\/([^/]+)\/journal\.jsonl$/
const REGISTRY = /^sessions\/(\d+)\.json$/

export function recognise(path: string): SourceKind | null {
  const flat = FLAT_AGENT.exec(path)
  if (flat?.[1] !== undefined && flat[2] !== undefined)
    return { kind: 'agent', project: flat[1], run: null, agent: flat[2], group: null }
  const main = MAIN.exec(path)
  if (main?.[1] !== undefined && main[2] !== undefined) return { kind: 'main', project: main[1], run: main[2] }
  const agent = AGENT.exec(path)
  if (agent?.[1] !== undefined && agent[2] !== undefined && agent[4] !== undefined) {
    const [, project, run, group, id, suffix] = agent
    return { kind: suffix === '.jsonl' ? 'agent' : 'meta', project, run, agent: id, group: group ?? null }
  }
  const journal = JOURNAL.exec(path)
  if (journal?.[1] !== undefined && journal[2] !== undefined && journal[3] !== undefined) {
    return { kind: 'journal', project: journal[1], run: journal[2], group: journal[3] }
  }
  const registry = REGISTRY.exec(path)
  return registry?.[1] !== undefined ? { kind: 'registry', pid: Number(registry[1]) } : null
}

/** Folders below the root that can hold any of these: nothing else is walked or watched. */
export function isWatchedFolder(path: string): boolean {
  if (path === '' || path === 'projects' || path === 'sessions') return true
  const parts = path.split('/')
  if (parts[0] !== 'projects') return false
  if (parts.length <= 3) return parts[2] !== 'memory'
  if (parts[3] !== 'subagents') return false
  return parts.length === 4 || (parts[4] === 'workflows' && parts.length <= 6)
}
