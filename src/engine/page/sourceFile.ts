import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { RpcError } from '../../shared/fault'
import type { AgentKey, RunUri } from '../../shared/ids'
import type { Engine } from '../engine'
import { orFault } from './lookupFault'

/** The absolute path of an agent's transcript; only what really lies below its provider's folder is ever named. */
export async function sourceFile(
  engine: Engine,
  roots: Readonly<Record<string, string>>,
  run: RunUri,
  key: AgentKey | null,
): Promise<string> {
  const tree = orFault(await engine.tree(run, 'seen'))
  const agent = [...tree.agents, ...tree.unplaced].find((one) => one.key === (key ?? tree.root))
  if (!agent) throw new RpcError({ code: 'not_found', message: `no agent ${key} in ${run}` })
  const root = roots[tree.provider]
  if (!agent.source || root === undefined) throw new RpcError({ code: 'no_data', message: 'no file of this agent is known' })
  const gone = () => new RpcError({ code: 'not_found', message: 'the file is not there any more' })
  const path = await realpath(join(root, agent.source.path)).catch(() => Promise.reject(gone()))
  if (!path.startsWith(`${await realpath(root)}${sep}`)) {
    throw new RpcError({ code: 'unreadable', message: 'the file lies outside the folder of its provider' })
  }
  return path
}
