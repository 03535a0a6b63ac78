import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

const MOST_FILES = 500
/** Of whatever kind: a folder of a million pictures must not be listed to the end. */
const MOST_ENTRIES = 5000
const DEEPEST = 5

/** Paths of the Markdown files in a folder and below it, sorted. A folder that is not there holds none. */
export async function markdownFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  let left = MOST_ENTRIES
  const walk = async (at: string, depth: number): Promise<void> => {
    const inside: string[] = []
    for await (const entry of await opendir(at)) {
      if (--left < 0 || found.length >= MOST_FILES) break
      if (entry.isDirectory()) inside.push(entry.name)
      else if (isMarkdown(entry)) found.push(join(at, entry.name))
    }
    for (const name of depth < DEEPEST ? inside.sort() : []) await walk(join(at, name), depth + 1).catch(() => undefined)
  }
  await walk(folder, 1).catch(() => undefined)
  return found.sort()
}

/** A link counts as what it leads to, which its reader sees; a link to a folder is not followed, it may lead in a circle. */
function isMarkdown(entry: Dirent): boolean {
  return entry.name.endsWith('.md') && (entry.isFile() || entry.isSymbolicLink())
}
