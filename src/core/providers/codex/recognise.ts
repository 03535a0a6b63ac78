import type { SourceSpec } from '../../provider'

const PACKED = '.zst'
const ROLLOUT = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+)\.jsonl$/
const LEVELS = [/^\d{4}$/, /^\d\d$/, /^\d\d$/]
const LIVING = 'sessions'
const ARCHIVED = 'archived_sessions'

/** `sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`, archived ones flat, cold ones packed: the same conversation in each. */
export function recognise(path: string): SourceSpec | null {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  const isDated = parts[0] === LIVING && parts.length === 1 + LEVELS.length && isWatchedFolder(parts.join('/'))
  if (!isDated && !(parts[0] === ARCHIVED && parts.length === 1)) return null
  const isPacked = name.endsWith(PACKED)
  const agent = ROLLOUT.exec(isPacked ? name.slice(0, -PACKED.length) : name)?.[1]
  if (agent === undefined) return null
  // A fork begins on another day than what it was copied from: the day says nothing of kinship.
  const spec: SourceSpec = { format: 'lines', role: 'thread', run: null, agent, group: null, project: '' }
  return isPacked ? { ...spec, packed: 'zstd' } : spec
}

export function isWatchedFolder(path: string): boolean {
  if (path === '' || path === LIVING || path === ARCHIVED) return true
  const [top, ...levels] = path.split('/')
  return top === LIVING && levels.length <= LEVELS.length && levels.every((level, i) => LEVELS[i]?.test(level))
}
