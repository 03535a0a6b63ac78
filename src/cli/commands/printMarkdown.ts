import type { Engine, Target } from '../../engine/engine'
import { agentMarkdown } from '../../shared/markdown/agentMarkdown'
import { frontMatter } from '../../shared/markdown/frontMatter'
import { itemMarkdown } from '../../shared/markdown/itemMarkdown'
import { type LifecycleEvent, lifecycleOf } from '../../shared/markdown/lifecycleOf'
import { threadMarkdownHead } from '../../shared/markdown/threadMarkdown'
import type { AgentView, TranscriptItem, TreeView } from '../../shared/views'
import type { CommandContext, ExitCode, RunCommand } from '../command'
import { pageThrough } from '../markdown/pageThrough'
import { openTarget } from '../openTarget'
import { refuse, sayProblems } from '../say'

export const printMarkdown: RunCommand = async (args, context) => {
  const found = await openTarget(context, args.operands[0] ?? '')
  if (!found.ok) return found.failure
  const { engine, target } = found.value
  const read = await engine.tree(target.run)
  if (!read.ok) return refuse(context, read.failure.message, 1)
  const tree = read.value
  const agent = agentOf(tree, target)
  if (agent === undefined) return refuse(context, `the agent is not in the tree of ${target.run} any more.`, 1)
  const code = args.flags['head']
    ? await writeHead(context, tree, agent)
    : agent === null
      ? await writeThread(context, engine, tree)
      : await writeAgent(context, engine, tree, agent)
  await sayProblems(context, tree)
  return code
}

/** Null: the run itself; undefined: gone between the two questions. */
function agentOf(tree: TreeView, target: Target): AgentView | null | undefined {
  if (target.key === null || target.key === tree.root) return null
  return [...tree.agents, ...tree.unplaced].find((agent) => agent.key === target.key)
}

async function writeHead(context: CommandContext, tree: TreeView, agent: AgentView | null): Promise<ExitCode> {
  await context.out.write(frontMatter({ tree, agent, withSubagents: true }))
  return 0
}

async function writeThread(context: CommandContext, engine: Engine, tree: TreeView): Promise<ExitCode> {
  await context.out.write(threadMarkdownHead(tree))
  const write = (items: readonly TranscriptItem[]) => context.out.write(items.map(itemMarkdown).join(''))
  const done = await pageThrough(engine, { run: tree.uri, key: null }, write, context.stopped)
  return done.ok ? 0 : refuse(context, done.failure.message, 1)
}

async function writeAgent(context: CommandContext, engine: Engine, tree: TreeView, agent: AgentView): Promise<ExitCode> {
  const page = await engine.transcript({ run: tree.uri, key: agent.key }, { before: null, limit: 100 })
  if (!page.ok) return refuse(context, page.failure.message, 1)
  const lifecycle: LifecycleEvent[] = []
  if (agent.parent !== null) {
    const parent = { run: tree.uri, key: agent.parent }
    const collect = (items: readonly TranscriptItem[]) => {
      lifecycle.push(...items.flatMap((item) => lifecycleOf(agent, item)))
    }
    const done = await pageThrough(engine, parent, collect, context.stopped)
    if (!done.ok) return refuse(context, done.failure.message, 1)
  }
  await context.out.write(agentMarkdown({ tree, agent, lifecycle, page: page.value }))
  return 0
}
