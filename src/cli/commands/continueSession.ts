import { resolve } from 'node:path'
import type { Target } from '../../engine/engine'
import type { LaunchOrigin, LaunchWish } from '../../shared/drive/launchWish'
import { ProviderId } from '../../shared/ids'
import { printUri } from '../../shared/printUri'
import type { CommandContext, ExitCode, ParsedArguments, RunCommand } from '../command'
import { askPerson } from '../drive/askPerson'
import { chosenValues } from '../drive/chosenValues'
import { followLaunch } from '../drive/followLaunch'
import { inThisTerminal, isTerminal, leaveItTo } from '../drive/inThisTerminal'
import { isOurs } from '../drive/isOurs'
import { type CliDesk, openCliDesk } from '../drive/openCliDesk'
import { printGoOn } from '../drive/printGoOn'
import { readPrompt } from '../drive/readPrompt'
import { type RefusedTarget, sayRefusal } from '../drive/sayRefusal'
import { startAnnounced } from '../drive/startAnnounced'
import { tellContext } from '../drive/tellContext'
import { openTarget } from '../openTarget'
import { refuse, say } from '../say'

export const resumeSession: RunCommand = (args, context) => goOn(args, context, 'resume', () => Promise.resolve('resume'))

export const forkSession: RunCommand = (args, context) =>
  // Of a single agent the copy is what continues it.
  goOn(args, context, 'fork', (_, target) => Promise.resolve(target.key === null ? 'fork' : 'continue'))

export const continueSession: RunCommand = (args, context) =>
  goOn(args, context, 'continue', async (cli, target) => {
    if (args.flags['render'] === true) return 'render'
    const acts = await cli.desk.acts(target)
    const isOpen = (how: LaunchOrigin['how']): boolean =>
      acts.ok && acts.value.some(({ name, reason }) => name === how && reason === null)
    const how = (['continue', 'fork'] as const).find(isOpen) ?? 'render'
    if (how === 'render') await say(context, 'this product has no way to go on from here: a new session is told what was said.')
    return how
  })

type ChooseHow = (cli: CliDesk, target: Target) => Promise<LaunchOrigin['how']>

async function goOn(args: ParsedArguments, context: CommandContext, name: string, chooseHow: ChooseHow): Promise<ExitCode> {
  const { flags, operands } = args
  const isPrinted = flags['print'] === true
  const prompt = await readPrompt(context, args, operands[1])
  if (!prompt.ok) return prompt.failure
  const isHere = prompt.value === '' && !isPrinted
  if (isHere && !isTerminal(context)) {
    const words = 'this is no terminal: say what is wanted (-- "prompt"), or only print the command (--print).'
    return refuse(context, words, name === 'continue' ? 2 : 1)
  }
  const found = await openTarget(context, operands[0] ?? '')
  if (!found.ok) return found.failure
  const { target, uri, engine } = found.value
  const cli = await openCliDesk(context, { ...(isHere ? await inThisTerminal() : {}), keeps: () => flags['keep'] === true })
  const how = await chooseHow(cli, target)
  const tree = await engine.tree(target.run)
  const folder = typeof flags['cwd'] === 'string' ? resolve(context.workingFolder, flags['cwd']) : null
  const at = typeof flags['at'] === 'number' ? flags['at'] : null
  const wish: LaunchWish = {
    ...{ provider: ProviderId.parse(uri.provider), prompt: prompt.value, ...chosenValues(args) },
    way: isHere || isPrinted ? 'terminal' : 'headless',
    folder: folder ?? (tree.ok ? tree.value.cwd : null) ?? context.workingFolder,
    origin: { how, ...target, at },
  }
  if (isPrinted) return printGoOn(context, cli, wish, { name, uri: printUri(uri), cwd: folder })
  return start({ args, context, cli, wish, uri: printUri(uri), target })
}

interface GoingOn {
  readonly args: ParsedArguments
  readonly context: CommandContext
  readonly cli: CliDesk
  readonly wish: LaunchWish
  readonly uri: string
  readonly target: Target
}

async function start(going: GoingOn): Promise<ExitCode> {
  const { args, context } = going
  const isRendered = going.wish.origin?.how === 'render'
  const isAsked = isRendered && going.wish.prompt === ''
  const ready = isAsked ? await withPrompt(going) : going
  if (typeof ready === 'number') return ready
  const { cli, wish } = ready
  const started = await startAnnounced(context, cli, wish, async (plan) => {
    // Told before the prompt was asked for.
    if (isAsked || wish.origin?.how === 'resume') return true
    await tellContext(context, cli, wish, plan.context)
    if (!isRendered || args.flags['yes'] === true || !isTerminal(context)) return true
    const said = await askPerson(context, 'Enter starts it, anything else does not: ')
    return said !== null && said.trim() === ''
  })
  if (!started.ok) {
    if (typeof started.failure === 'number') return started.failure
    if (started.failure === null) return refuse(context, 'nothing was started.', 1)
    return sayRefusal(context, started.failure, await refusedTarget(going))
  }
  if (wish.way === 'terminal') return leaveItTo(context, started.value)
  return followLaunch(context, cli, started.value, { json: args.flags['json'] === true, keep: args.flags['keep'] === true })
}

/** A context without a question would be a request that nobody made: the person says what is wanted first. */
async function withPrompt(going: GoingOn): Promise<GoingOn | ExitCode> {
  const { context } = going
  const inTerminal = await going.cli.desk.plan(going.wish)
  // What is too long for a command line goes in as a message, and is followed here.
  const cli = inTerminal.ok ? going.cli : await openCliDesk(context)
  const way = inTerminal.ok ? 'terminal' : 'headless'
  // A plan without a prompt may be refused for that alone.
  const planned = inTerminal.ok ? inTerminal : await cli.desk.plan({ ...going.wish, way, prompt: '…' })
  if (!planned.ok) return sayRefusal(context, planned.failure, await refusedTarget(going))
  await tellContext(context, cli, going.wish, planned.value.context)
  const prompt = await askPerson(context, 'What is wanted now? It follows the context; nothing typed, nothing started: ')
  if (prompt === null || prompt.trim() === '') return refuse(context, 'nothing was started.', 1)
  return { ...going, cli, wish: { ...going.wish, way, prompt } }
}

async function refusedTarget({ context, uri, target, wish }: GoingOn): Promise<RefusedTarget> {
  return { uri, isOurs: await isOurs(context, target.run), at: wish.origin?.at ?? null }
}
