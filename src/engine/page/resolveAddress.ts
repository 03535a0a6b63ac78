import { RpcError } from '../../shared/fault'
import { type AgentKey, RunUri } from '../../shared/ids'
import { parseUri } from '../../shared/parseUri'
import type { AgentView } from '../../shared/views'
import type { Engine, Target } from '../engine'
import { lookupFault } from './lookupFault'
import { rootKeyOf } from './removedName'
import type { RunBoard } from './runBoard'

export interface AddressBook {
  readonly engine: Engine
  readonly board: RunBoard
}

/** What an address names; a page can show an agent that has no transcript, too. */
export async function resolveAddress({ engine, board }: AddressBook, text: string): Promise<Target> {
  const parsed = parseUri(text.trim())
  if (!parsed.ok) throw new RpcError({ code: 'bad_input', message: `${parsed.failure.message} Valid: ${parsed.failure.shape}` })
  const { provider, main, agent } = parsed.value
  const shown = await findOnBoard(board, RunUri.parse(`${provider}://${main}`), agent)
  if (shown) return shown
  const found = await engine.resolve(provider, main, agent)
  if (found.ok) return found.value
  if (agent !== null && found.failure.reason === 'no_data') {
    const run = await engine.resolve(provider, main, null)
    const tree = run.ok ? await engine.tree(run.value.run, 'seen') : run
    const known = tree.ok && run.ok ? [...tree.value.agents, ...tree.value.unplaced] : []
    const named = findAgent(known, agent)
    if (named && run.ok) return { run: run.value.run, key: named.key }
  }
  throw lookupFault(found.failure)
}

/** A run that is listed is there, and one that is about to be shown is read only once: anew for its address it would keep everything waiting. */
async function findOnBoard(board: RunBoard, run: RunUri, agent: string | null): Promise<Target | null> {
  if (!board.isWhole || !board.rows.has(run)) return null
  if (agent === null) return { run, key: null }
  let key: AgentKey | null = null
  const watch = await board.watchRun(run, ({ agents }) => {
    const own = agents.filter((one) => one.run === run && one.key !== rootKeyOf(run))
    key ??= findAgent(own, agent.replace(/^agent-/, ''))?.key ?? null
  })
  await watch.close()
  return key === null ? null : { run, key }
}

function findAgent(agents: readonly AgentView[], name: string): AgentView | undefined {
  return agents.find(({ id }) => id === name) ?? agents.find(({ key }) => key === name)
}
