import type { SourceSpec } from '../../provider'

const PACKED = '.zst'
const ROLLOUT = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+)\.jsonl$/
/** Folders by date, below one of these. */
const TOPS: ReadonlySet<string | undefined> = new Set(['sessions', 'archived_sessions'])
const DEEPEST = 3

/** `sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`, archived ones flat, cold ones packed: the same conversation in each. */
export function recognise(path: string): SourceSpec | null {
  const cut = path.lastIndexOf('/')
  if (cut <= 0 || !isWatchedFolder(path.slice(0, cut))) return null
  const name = path.slice(cut + 1)
  const isPacked = name.endsWith(PACKED)
  const agent = ROLLOUT.exec(isPacked ? name.slice(0, -PACKED.length) : name)?.[1]
  if (agent === undefined) return null
  // A fork begins on another day than what it was copied from: the day says nothing of kinship.
  const spec: SourceSpec = { format: 'lines', role: 'thread', run: null, agent, group: null, project: '' }
  return isPacked ? { ...spec, packed: 'zstd' } : spec
}

export function isWatchedFolder(path: string): boolean {
  if (path === '') return true
  const [top, ...levels] = path.split('/')
  return TOPS.has(top) && levels.length <= DEEPEST
}
