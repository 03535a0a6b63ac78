import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asObject, type Json } from '../../../core/readJson'

/**
 * A server that begins a thread which may write notes the repository as trusted for good, so that whatever its settings say is run later:
 * a person is asked for that in the program itself, and nowhere here. `read`: the settings as the server reads them.
 */
export function trustOf(read: Json, folder: string): Json {
  const projects = asObject(asObject(read['config'])?.['projects'])
  const isDecided = namesOf(folder).some((name) => typeof asObject(projects?.[name])?.['trust_level'] === 'string')
  return isDecided ? {} : { config: { projects: { [folder]: { trust_level: 'untrusted' } } } }
}

/** By each of them a decision may be kept: the folder, its repository, and the repository that a worktree belongs to. */
function namesOf(folder: string): readonly string[] {
  const names = [folder]
  for (const start of new Set([folder, realPathOf(folder)])) {
    names.push(start)
    const root = repositoryOf(start)
    if (root !== null) names.push(root, mainOf(root))
  }
  return names
}

function repositoryOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder
  const parent = dirname(folder)
  return parent === folder ? null : repositoryOf(parent)
}

/** In a worktree `.git` is a file that says where the repository has its own. */
function mainOf(root: string): string {
  try {
    return /^gitdir: (.+)\/\.git\/worktrees\/[^/]+\s*$/.exec(readFileSync(join(root, '.git'), 'utf8'))?.[1] ?? root
  } catch {
    return root
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
