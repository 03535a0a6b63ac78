import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CutPoint, DriveOwner, DriveTarget } from '../../core/drive/driver'
import { agentLabel } from '../../shared/agentLabel'
import { parseUri } from '../../shared/parseUri'
import { isActive } from '../../shared/phaseWord'
import { fail, ok, type Result } from '../../shared/result'
import type { AgentView, TreeView } from '../../shared/views'
import type { Engine, Freshness, LookupFailure, RunHolders, Target } from '../engine'
import { subjectOf } from '../markdown/writeMarkdown'
import type { LiveLaunch } from './LiveLaunch'

/** What a person means by a run or an agent, as a driver wants it. */
export interface FoundTarget {
  readonly provider: string
  readonly target: DriveTarget
  /** Where its conversation is read. */
  readonly at: Target
  readonly uri: string
  readonly title: string
  readonly isRoot: boolean
  /** How much its model takes at once; null: not known. */
  readonly limit: number | null
}

export interface TargetSources {
  readonly engine: Engine
  readonly roots: Readonly<Record<string, string>>
  /** The session of ours that runs there; null: there is none. */
  readonly ownOf: (run: string) => LiveLaunch | null
  /** Processes of ours that serve many sessions, also those that were ended here. */
  readonly serving: () => Promise<ReadonlySet<number>>
}

export async function findTarget(
  sources: TargetSources,
  wished: Target,
  as: Freshness = 'now',
): Promise<Result<FoundTarget, LookupFailure>> {
  const { engine, roots, ownOf, serving } = sources
  const read = await engine.tree(wished.run, as)
  if (!read.ok) return read
  const tree = read.value
  const agent = subjectOf(tree, wished)
  if (agent === undefined) return fail({ reason: 'not_found', message: `no agent ${wished.key} in ${wished.run}` })
  const guest = agent === null ? null : await guestOf(engine, tree, agent)
  if (guest) return findTarget(sources, guest, as)
  const root = tree.agents.find(({ key }) => key === tree.root)
  const view = agent ?? root
  if (!view) return fail({ reason: 'no_data', message: `${wished.run} holds no conversation` })
  const own = ownOf(wished.run)
  const owner = own
    ? ({ kind: 'ours', way: own.record.way } as const)
    : ownerOf(await engine.holders(tree.uri, as), await serving())
  const title = agent === null ? tree.title : `${agentLabel(agent)}: ${agent.description ?? agent.prompt ?? tree.title}`
  return ok({
    ...{ provider: tree.provider, at: wished, title, isRoot: agent === null, uri: agent?.uri ?? tree.uri },
    limit: view.context.limit,
    target: {
      run: tree.id,
      agent: agent === null ? null : (agent.id ?? agent.key),
      parent: tree.agents.find(({ key }) => key === view.parent)?.id ?? null,
      type: view.type,
      title,
      folder: tree.cwd,
      version: tree.version,
      model: view.model,
      depth: view.depth,
      background: view.background,
      isWorking: tree.live && isActive(view.phase),
      file: fileOf(roots, tree, view),
      mainFile: root ? fileOf(roots, tree, root) : null,
      owner,
      session: own?.session ?? null,
    },
  })
}

/** An agent of another product's session is a session of that product: it is steered by its own address. */
async function guestOf(engine: Engine, tree: TreeView, agent: AgentView): Promise<Target | null> {
  if (agent.provider === undefined || agent.provider === tree.provider || agent.uri === null) return null
  const uri = parseUri(agent.uri)
  if (!uri.ok) return null
  const found = await engine.resolve(uri.value.provider, uri.value.main, uri.value.agent)
  return found.ok ? found.value : null
}

/** In a store nothing of it is a file of its own. */
function fileOf(roots: TargetSources['roots'], tree: TreeView, { source }: AgentView): string | null {
  const root = roots[tree.provider]
  if (source === null || root === undefined) return null
  const path = join(root, source.path)
  return existsSync(path) ? path : null
}

/** `serving`: a session that one of these holds and nobody steers waits there to be taken up. */
export function ownerOf(holders: RunHolders, serving: ReadonlySet<number>): DriveOwner {
  const { isLive, pids, joinable, isSure, isUnheardAtWork } = holders
  const [first] = pids.filter(({ pid, ancestors }) => ![pid, ...ancestors].some((one) => serving.has(one)))
  if (!first && pids.length > 0 && !isUnheardAtWork) return { kind: 'nobody' }
  if (first) return { kind: 'foreign', pid: first.pid, words: `process ${first.pid}`, joinable }
  if (isLive) return { kind: 'foreign', pid: null, words: 'a program of this product', joinable }
  if (!isSure) return { kind: 'unknown', words: 'this release tells nobody what it runs' }
  return { kind: 'nobody' }
}

/** Where a conversation is to be cut; a failure: there is no such item. */
export async function findCut(engine: Engine, target: Target, at: number): Promise<Result<CutPoint, LookupFailure>> {
  const read = await engine.reading(target, (reading): CutPoint | null => {
    const item = reading.item(at)
    if (!item) return null
    const { offset } = reading.index.recordOf(at)
    return { item: at, messageId: item.messageId, place: reading.index.recordIds?.idOf(offset) ?? `${offset}` }
  })
  if (!read.ok) return read
  return read.value ? ok(read.value) : fail({ reason: 'not_found', message: `there is no item ${at} in this transcript` })
}
