import { readFile, stat } from 'node:fs/promises'
import { type AgentDefinition, readDefinition } from '../../../core/providers/claude/promote/readDefinition'
import { markdownFiles } from '../../markdownFiles'
import { definitionFolders } from '../definitions/definitionFolders'

const LARGEST_BYTES = 1 << 20

/** The definition of an agent by its name, the project's before the person's own. The CLI takes an unknown name for none, without a word. */
export async function findDefinition(name: string, root: string, folder: string): Promise<AgentDefinition | null> {
  for (const agents of await definitionFolders(root, folder)) {
    for (const path of await markdownFiles(agents)) {
      const definition = await readOne(path)
      if (definition?.name === name) return definition
    }
  }
  return null
}

async function readOne(path: string): Promise<AgentDefinition | null> {
  try {
    const stats = await stat(path)
    return stats.isFile() && stats.size <= LARGEST_BYTES ? readDefinition(await readFile(path, 'utf8')) : null
  } catch {
    return null
  }
}
