import type { LaunchPlan } from '../../shared/drive/launchPlan'
import type { LaunchWish } from '../../shared/drive/launchWish'
import type { CommandContext } from '../command'
import { contextLines } from './contextLines'
import type { CliDesk } from './openCliDesk'

/** On stderr, before anything starts. */
export async function tellContext(
  context: CommandContext,
  { engine }: CliDesk,
  { origin }: LaunchWish,
  plan: LaunchPlan['context'],
): Promise<void> {
  if (origin === null) return
  const tree = plan === null ? await engine.tree(origin.run) : null
  const key = origin.key ?? (tree?.ok ? tree.value.root : null)
  const agent = tree?.ok ? tree.value.agents.find((one) => one.key === key) : undefined
  const lines = contextLines({ how: origin.how, at: origin.at, context: plan, tokens: agent?.context.tokens ?? null })
  await context.err.write(`understory: ${lines.join('\n')}\n`)
}
