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

const LINES = '.jsonl'
const SIDE = '.meta.json'
const AGENT = 'agent-'

/** Asked for every file of a walk: it takes the path apart once and compares words. */
export function recognise(path: string): SourceKind | null {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  if (parts[0] === 'sessions') return parts.length === 2 ? recogniseRegistry(name) : null
  const [top, project, run, subagents, workflows, group] = parts
  if (top !== 'projects' || !project || !run) return null
  if (parts.length === 3) return recogniseFlat(project, name)
  if (subagents !== 'subagents') return null
  if (parts.length === 5) return recogniseAgent(project, run, null, name)
  if (parts.length !== 7 || workflows !== 'workflows' || !group) return null
  return name === 'journal.jsonl' ? { kind: 'journal', project, run, group } : recogniseAgent(project, run, group, name)
}

function recogniseFlat(project: string, name: string): SourceKind | null {
  if (!name.endsWith(LINES) || name.length === LINES.length) return null
  const id = name.slice(0, -LINES.length)
  if (!id.startsWith(AGENT)) return { kind: 'main', project, run: id }
  const agent = id.slice(AGENT.length)
  return agent === '' ? { kind: 'main', project, run: id } : { kind: 'agent', project, run: null, agent, group: null }
}

function recogniseAgent(project: string, run: string, group: string | null, name: string): SourceKind | null {
  if (!name.startsWith(AGENT)) return null
  const suffix = name.endsWith(LINES) ? LINES : name.endsWith(SIDE) ? SIDE : null
  const agent = suffix === null ? '' : name.slice(AGENT.length, -suffix.length)
  if (agent === '') return null
  return { kind: suffix === LINES ? 'agent' : 'meta', project, run, agent, group }
}

function recogniseRegistry(name: string): SourceKind | null {
  const pid = /^(\d+)\.json$/.exec(name)?.[1]
  return pid === undefined ? null : { kind: 'registry', pid: Number(pid) }
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
