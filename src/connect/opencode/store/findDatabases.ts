import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { namesIn, stampOf } from './documents'

/** A database and how its paths begin. */
export interface FoundDatabase {
  readonly path: string
  readonly name: string
}

/** The databases of a data folder: the released one first, those of other channels, and the one the environment names. */
export function findDatabases(root: string, named: string | undefined): FoundDatabase[] {
  const found = namesIn(root)
    .filter((name) => /^opencode(-[^/]+)?\.db$/.test(name))
    .sort((a, b) => Number(b === 'opencode.db') - Number(a === 'opencode.db') || (a < b ? -1 : 1))
    .map((name) => ({ path: join(root, name), name }))
  const path = databaseNamed(root, named)
  if (path === null || found.some((one) => one.path === path) || !stampOf(path)) return found
  const inside = relative(root, path)
  const isOutside = isAbsolute(inside) || inside.split(sep)[0] === '..'
  return [...found, { path, name: isOutside ? `OPENCODE_DB/${basename(path)}` : inside.split(sep).join('/') }]
}

/** Where the database lies that the environment names, whether it is there or not; null: it names none. */
export function databaseNamed(root: string, named: string | undefined): string | null {
  if (!named || named === ':memory:') return null
  return isAbsolute(named) ? join(named) : join(root, named)
}
