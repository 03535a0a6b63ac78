import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const builtIn = ['build', 'plan']

/** Agents that a session can be started with: its own, and those defined for the folder or the person. */
export async function agentNames(home: string, folder: string): Promise<readonly string[]> {
  const config = join(home, '.config', 'opencode')
  const places = [join(folder, '.opencode'), config].flatMap((place) => [join(place, 'agent'), join(place, 'agents')])
  const files = await Promise.all(places.map((place) => readdir(place).catch(() => [])))
  const named = files.flat().flatMap((name) => (name.endsWith('.md') ? name.slice(0, -'.md'.length) : []))
  return [...new Set([...builtIn, ...named.sort()])]
}
