import { RpcError } from '../../shared/fault'
import { parseUri } from '../../shared/parseUri'
import type { Engine, Target } from '../engine'
import { lookupFault } from './lookupFault'

/** What an address names; a page can show an agent that has no transcript, too. */
export async function resolveAddress(engine: Engine, text: string): Promise<Target> {
  const parsed = parseUri(text.trim())
  if (!parsed.ok) throw new RpcError({ code: 'bad_input', message: `${parsed.failure.message} Valid: ${parsed.failure.shape}` })
  const { provider, main, agent } = parsed.value
  const found = await engine.resolve(provider, main, agent)
  if (found.ok) return found.value
  if (agent !== null && found.failure.reason === 'no_data') {
    const run = await engine.resolve(provider, main, null)
    const tree = run.ok ? await engine.tree(run.value.run) : run
    const known = tree.ok && run.ok ? [...tree.value.agents, ...tree.value.unplaced] : []
    const named = known.find(({ id }) => id === agent) ?? known.find(({ key }) => key === agent)
    if (named && run.ok) return { run: run.value.run, key: named.key }
  }
  throw lookupFault(found.failure)
}
