import type { Engine } from '../../engine/engine'
import { AgentKey, type RunUri } from '../../shared/ids'
import type { LinkChange, LinkChanged, LinkRefusal } from '../../shared/linkChange'
import { oneLine } from '../../shared/neutraliseText'
import type { ThreadUri } from '../../shared/parseUri'
import { printUri, runUriOf } from '../../shared/printUri'
import type { Result } from '../../shared/result'
import type { CommandContext, ExitCode, ParsedArguments, RunCommand } from '../command'
import { renderChange } from '../links/renderChange'
import { readUri } from '../openTarget'
import { say, writeLines } from '../say'
import { writeJson } from '../writeJson'

type Answer = Result<LinkChanged, LinkRefusal>

/** What needs no more words than the agent's address. */
export function changeLink(change: LinkChange): RunCommand {
  return async (args, context) => {
    const agent = await readUri(context, args.operands[0] ?? '')
    if (!agent.ok) return agent.failure
    return changeOf(args, context, { run: runUriOf(agent.value), key: keyOf(agent.value) }, change)
  }
}

export const setLink: RunCommand = async (args, context) => {
  const { parent: operand, call } = args.flags
  if (typeof operand !== 'string') {
    await say(context, '--parent is missing.')
    await context.err.write('Usage: understory link set <agent-uri> --parent <uri> [--call ID] [--dry-run] [--json]\n')
    return 2
  }
  const agent = await readUri(context, args.operands[0] ?? '')
  if (!agent.ok) return agent.failure
  const parent = await readUri(context, operand)
  if (!parent.ok) return parent.failure
  const run = runUriOf(parent.value)
  const isSession = agent.value.agent === null && agent.value.provider !== parent.value.provider
  if (!isSession && runUriOf(agent.value) !== run) {
    const message = `${printUri(parent.value)} is not of the run ${runUriOf(agent.value)}`
    return tell(args, context, run, { ok: false, failure: { rule: 'other_run', message } })
  }
  // A session of another product goes by its address: it is no agent of this run yet.
  const key = isSession ? AgentKey.parse(runUriOf(agent.value)) : keyOf(agent.value)
  const change = { kind: 'place', parent: keyOf(parent.value), call: typeof call === 'string' ? call : null } as const
  return changeOf(args, context, { run, key }, change)
}

export const undoLink: RunCommand = (args, context) => turnRun(args, context, (engine, run) => engine.undoLink(run))
export const redoLink: RunCommand = (args, context) => turnRun(args, context, (engine, run) => engine.redoLink(run))

async function changeOf(
  args: ParsedArguments,
  context: CommandContext,
  { run, key }: { readonly run: RunUri; readonly key: AgentKey },
  change: LinkChange,
): Promise<ExitCode> {
  const engine = await context.engine()
  const isDryRun = args.flags['dry-run'] === true
  return tell(args, context, run, await engine.changeLink(run, key, change, { isDryRun }))
}

async function turnRun(
  args: ParsedArguments,
  context: CommandContext,
  turn: (engine: Engine, run: RunUri) => Promise<Answer>,
): Promise<ExitCode> {
  const read = await readUri(context, args.operands[0] ?? '')
  if (!read.ok) return read.failure
  const run = runUriOf(read.value)
  return tell(args, context, run, await turn(await context.engine(), run))
}

/** The run itself goes by its own id: that it cannot be moved is the engine's to say. */
function keyOf(uri: ThreadUri): AgentKey {
  return AgentKey.parse(uri.agent ?? uri.main)
}

async function tell(args: ParsedArguments, context: CommandContext, run: RunUri, answer: Answer): Promise<ExitCode> {
  const isJson = args.flags['json'] === true
  if (!answer.ok) {
    if (isJson) await writeJson(context.out, { ok: false, ...answer.failure })
    else await say(context, `${oneLine(answer.failure.message)} (${answer.failure.rule}).`)
    return 1
  }
  if (isJson) {
    await writeJson(context.out, { ok: true, ...answer.value })
    return 0
  }
  const engine = await context.engine()
  const tree = await engine.tree(run)
  await writeLines(context, renderChange(answer.value, tree.ok ? tree.value : null, args.flags['dry-run'] === true))
  return 0
}
