import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

function describe(path: string): string {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`
  if (stat.isDirectory()) return `folder ${stat.mode.toString(8)} ${stat.mtimeMs}`
  return `${stat.mode.toString(8)} ${stat.size} ${stat.mtimeMs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
}

/** Everything below a folder: names, kinds, modes, times and contents. Equal before and after means: nothing was written. */
export function fingerprint(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(['.', ...names].map((name) => [name, describe(join(folder, name))]))
}
