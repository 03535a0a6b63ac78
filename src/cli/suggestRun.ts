import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from '../engine/engine'
import { parseUri, type ThreadUri } from '../shared/parseUri'
import { runUriOf } from '../shared/printUri'
import type { CommandContext } from './command'

// Ids are exact, but the beginning of one is a common slip. A hint must not cost more than a moment.
const patienceMs = 1500
const shortest = 6

export async function suggestRun(context: CommandContext, part: string): Promise<string | null> {
  if (part.length < shortest || !/^[\w-]+$/.test(part)) return null
  const search = async (): Promise<string | null> => {
    const engine = await context.engine()
    const rows = await engine.list({ provider: null, project: null, liveOnly: false, limit: null })
    const uris = rows.filter((row) => row.id.startsWith(part.toLowerCase())).map((row) => row.uri)
    // What was just refused must not be offered.
    return onlyOne(uris.filter((uri) => parseUri(uri).ok))
  }
  return Promise.race([search().catch(() => null), wait(patienceMs, null, { ref: false })])
}

export async function suggestAgent(engine: Engine, uri: ThreadUri): Promise<string | null> {
  const wanted = uri.agent ?? ''
  if (wanted.length < 4) return null
  const tree = await engine.tree(runUriOf(uri))
  if (!tree.ok) return null
  const uris = tree.value.agents.flatMap((agent) => (agent.id?.startsWith(wanted) && agent.uri !== null ? [agent.uri] : []))
  return onlyOne(uris)
}

function onlyOne(uris: readonly string[]): string | null {
  return uris.length === 1 ? (uris[0] ?? null) : null
}
