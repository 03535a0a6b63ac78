import { join } from 'node:path'
import { foldersAbove } from '../../foldersAbove'

/** Where definitions of agents lie, the one that wins first: those of the project, the nearest to where it works, then the person's own. */
export async function definitionFolders(root: string, folder: string): Promise<readonly string[]> {
  const project = (await foldersAbove(folder)).map((at) => join(at, '.claude', 'agents'))
  return [...new Set([...project, join(root, 'agents')])]
}
