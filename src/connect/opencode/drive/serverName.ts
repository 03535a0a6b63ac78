import { createHash } from 'node:crypto'
import type { DriveGround } from '../../../core/drive/driver'

/** What a login sets beside them (`XDG_SESSION_ID`, `XDG_RUNTIME_DIR`) is no matter of OpenCode's, and would be another server for each shell. */
const STEERS_IT = /^(OPENCODE_\w+|XDG_(CONFIG|STATE|CACHE)_HOME|HOME)$/

/**
 * One server serves whoever would have started it alike: with another folder of sessions, configuration or rules, a run would land in
 * the wrong ones without a word. It is a hash because the name is written down, and a variable may hold a key.
 */
export function serverName({ root, env }: Pick<DriveGround, 'root' | 'env'>): string {
  const told = Object.entries(env)
    // Ours takes its place.
    .filter(([name, value]) => STEERS_IT.test(name) && value !== '' && name !== 'OPENCODE_SERVER_PASSWORD')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify([root, told]))
  return `serve ${hash.digest('hex').slice(0, 12)}`
}
