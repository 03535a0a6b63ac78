import { relative, sep } from 'node:path'
import type { ConnectionSettings } from '../../../core/connection'
import { frontMatter, rawValueAt } from '../../../core/frontMatter'
import { parseJsonc } from '../../../core/parseJsonc'
import { readColour } from '../../../core/readColour'
import { asObject } from '../../../core/readJson'
import { markdownFiles } from '../../markdownFiles'
import { stampedFiles } from '../../stampedFiles'
import { configPlaces } from './configPlaces'
import { themeColours } from './themeColours'

const LARGEST_BYTES = 1 << 20

interface Told {
  /** Null: its file's name is its own. */
  readonly name: string | null
  readonly colour: string
}

const readAgent = stampedFiles<Told | null>(LARGEST_BYTES, (text) => {
  const head = frontMatter(text)?.head
  const colour = head === undefined ? null : readColour(rawValueAt(head, 'color'), themeColours)
  if (head === undefined || colour === null) return null
  return { name: rawValueAt(head, 'name')?.replace(/^(["'])(.*)\1$/, '$2') ?? null, colour }
})

const readSettings = stampedFiles<readonly (readonly [string, string])[]>(LARGEST_BYTES, (text) => {
  const agents = asObject(asObject(parseJsonc(text))?.['agent'])
  return Object.entries(agents ?? {}).flatMap(([name, says]) => {
    const colour = readColour(asObject(says)?.['color'], themeColours)
    return colour === null ? [] : [[name, colour] as const]
  })
})

/** Of every agent that settings or a file of its own give a colour: what several places say of one agent is laid over one another. */
export async function typeColours(
  variables: ConnectionSettings['variables'],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const colours = new Map<string, string>()
  const add = (name: string, colour: string): void => void (colours.has(name) || colours.set(name, colour))
  for (const place of await configPlaces(variables, folder)) {
    if (place.kind === 'settings') for (const [name, colour] of (await readSettings(place.file)) ?? []) add(name, colour)
    else {
      for (const path of await markdownFiles(place.folder)) {
        const told = await readAgent(path)
        if (told) add(told.name ?? nameOfFile(place.folder, path), told.colour)
      }
    }
  }
  return colours
}

/** `review/fast` for a file in a folder below. */
function nameOfFile(folder: string, path: string): string {
  return relative(folder, path).slice(0, -'.md'.length).split(sep).join('/')
}
