import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const builtIn = ['general-purpose', 'Explore', 'Plan']

/** Agents a session can be started as: those of the folder, those of the person, and its own. */
export async function agentNames(root: string, folder: string): Promise<readonly string[]> {
  const places = [join(folder, '.claude', 'agents'), join(root, 'agents')]
  const files = await Promise.all(places.map((place) => readdir(place).catch(() => [])))
  const named = files.flat().flatMap((name) => (name.endsWith('.md') ? name.slice(0, -'.md'.length) : []))
  return [...new Set([...named.sort(), ...builtIn])]
}
