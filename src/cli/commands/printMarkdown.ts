import type { Engine } from '../../engine/engine'
import { subjectOf, writeMarkdown } from '../../engine/markdown/writeMarkdown'
import { frontMatter } from '../../shared/markdown/frontMatter'
import type { AgentView, TreeView } from '../../shared/views'
import type { CommandContext, ExitCode, RunCommand } from '../command'
import { openTarget } from '../openTarget'
import { refuse, sayProblems } from '../say'

export const printMarkdown: RunCommand = async (args, context) => {
  const found = await openTarget(context, args.operands[0] ?? '')
  if (!found.ok) return found.failure
  const { engine, target } = found.value
  const read = await engine.tree(target.run)
  if (!read.ok) return refuse(context, read.failure.message, 1)
  const tree = read.value
  const agent = subjectOf(tree, target)
  if (agent === undefined) return refuse(context, `the agent is not in the tree of ${target.run} any more.`, 1)
  const code = args.flags['head'] ? await writeHead(context, tree, agent) : await writeWhole(context, engine, tree, agent)
  await sayProblems(context, tree)
  return code
}

async function writeHead(context: CommandContext, tree: TreeView, agent: AgentView | null): Promise<ExitCode> {
  await context.out.write(frontMatter({ tree, agent, withSubagents: true }))
  return 0
}

async function writeWhole(context: CommandContext, engine: Engine, tree: TreeView, agent: AgentView | null): Promise<ExitCode> {
  const { out, stopped } = context
  const done = await writeMarkdown(engine, tree, agent, { write: (text) => out.write(text), stopped })
  return done.ok ? 0 : refuse(context, done.failure.message, 1)
}
