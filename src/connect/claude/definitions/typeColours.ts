import { type AgentDefinition, readDefinition } from '../../../core/providers/claude/promote/readDefinition'
import { readColour } from '../../../core/readColour'
import { markdownFiles } from '../../markdownFiles'
import { stampedFiles } from '../../stampedFiles'
import { agentColours } from './agentColours'
import { definitionFolders } from './definitionFolders'

const LARGEST_BYTES = 1 << 20

/** Without the prompt, which can be long and is not needed. */
type Head = Pick<AgentDefinition, 'name' | 'colour'>

const readHead = stampedFiles<Head | null>(LARGEST_BYTES, (text) => {
  const definition = readDefinition(text)
  return definition && { name: definition.name, colour: definition.colour }
})

/** Of every agent that is defined for a folder: the first definition of a name is the one that counts, with a colour or without. */
export async function typeColours(root: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const defined = new Set<string>()
  const colours = new Map<string, string>()
  for (const place of await definitionFolders(root, folder)) {
    for (const path of await markdownFiles(place)) {
      const head = await readHead(path)
      if (!head || defined.has(head.name)) continue
      defined.add(head.name)
      const colour = readColour(head.colour, agentColours)
      if (colour !== null) colours.set(head.name, colour)
    }
  }
  return colours
}
