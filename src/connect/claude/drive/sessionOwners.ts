import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionOwner } from '../../../core/drive/driver'
import { decodeRegistry } from '../../../core/providers/claude/decodeRegistry'
import { asObject, asText, parseJson } from '../../../core/readJson'

/**
 * Processes that say in `sessions/<pid>.json` that they own a session, and are still the process they say. The CLI keeps no lock and no
 * open file: this is the only word there is.
 */
export async function sessionOwners(root: string, session: string): Promise<readonly SessionOwner[]> {
  const folder = join(root, 'sessions')
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => ownerIn(join(folder, name), session)),
  )
  return found.flatMap((owner) => owner ?? [])
}

async function ownerIn(path: string, session: string): Promise<SessionOwner | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  const entry = text === null ? null : decodeRegistry(text)
  if (text === null || entry?.run !== session) return null
  const kind = asText(asObject(parseJson(text))?.['kind'])
  if (!(await isThisMachine(text))) return { pid: null, words: `process ${entry.pid} of another machine or container` }
  const isAlive = await isStillThere(entry.pid, entry.startToken)
  if (!isAlive) return null
  const where = kind === 'bg' || kind === 'background' ? 'a background session' : 'Claude Code session registry'
  return { pid: entry.pid, words: `process ${entry.pid}, ${where}` }
}

/** `pidDomain` ends with the inode of the pid namespace. In another one the number means nothing here. */
async function isThisMachine(text: string): Promise<boolean> {
  const domain = asText(asObject(parseJson(text))?.['pidDomain'])
  const theirs = domain === null ? undefined : /pid:\[(\d+)\]$/.exec(domain)?.[1]
  if (theirs === undefined) return true
  const ours = await readlink('/proc/self/ns/pid').catch(() => null)
  return ours === null || ours === `pid:[${theirs}]`
}

async function isStillThere(pid: number, startToken: string | null): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  if (stat !== null) {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] !== 'Z' && (startToken === null || fields[22 - 3] === startToken)
  }
  if (process.platform === 'linux') return false
  try {
    // Signal 0 asks only whether it is there.
    process.kill(pid, 0)
    return true
  } catch (error) {
    return asObject(error)?.['code'] === 'EPERM'
  }
}
