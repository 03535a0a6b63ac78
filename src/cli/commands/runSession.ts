import { resolve } from 'node:path'
import { pasteCommand } from '../../engine/drive/pasteCommand'
import type { LaunchWish } from '../../shared/drive/launchWish'
import { ProviderId } from '../../shared/ids'
import type { CommandContext, ExitCode, ParsedArguments, RunCommand } from '../command'
import { type ChosenValues, chosenValues, flagsOf, withRemembered } from '../drive/chosenValues'
import { followLaunch } from '../drive/followLaunch'
import { inThisTerminal, isTerminal, leaveItTo } from '../drive/inThisTerminal'
import { type CliDesk, openCliDesk } from '../drive/openCliDesk'
import { readPrompt } from '../drive/readPrompt'
import { sayRefusal } from '../drive/sayRefusal'
import { startAnnounced } from '../drive/startAnnounced'
import { missingProvider } from '../openTarget'
import { refuse, say } from '../say'

export const runSession: RunCommand = async (args, context) => {
  const { flags, operands } = args
  const [provider = '', typed] = operands
  const missing = await missingProvider(context, provider)
  if (missing !== null) return refuse(context, missing, 1)
  if (!(await context.providers()).includes(provider))
    return refuse(context, `"${provider}" is no provider; there are ${(await context.providers()).join(', ')}.`, 2)
  const isHere = flags['terminal'] === true
  const wrong = whyWrong(args, context, typed)
  if (wrong !== null) return refuse(context, wrong.words, wrong.code)
  const prompt = await readPrompt(context, args, typed)
  if (!prompt.ok) return prompt.failure
  const cli = await openCliDesk(context, { ...(isHere ? await inThisTerminal() : {}), keeps: () => flags['keep'] === true })
  const folder = resolve(context.workingFolder, typeof flags['cwd'] === 'string' ? flags['cwd'] : '.')
  const wish: LaunchWish = {
    ...{
      provider: ProviderId.parse(provider),
      way: isHere ? 'terminal' : 'headless',
      prompt: prompt.value,
      origin: null,
      folder,
    },
    ...(await valuesFor(args, context, cli, folder)),
  }
  const started = await startAnnounced(context, cli, wish)
  if (!started.ok) {
    if (typeof started.failure === 'number') return started.failure
    return started.failure === null ? 1 : sayRefusal(context, started.failure)
  }
  if (isHere) return leaveItTo(context, started.value)
  return followLaunch(context, cli, started.value, { json: flags['json'] === true, keep: flags['keep'] === true })
}

function whyWrong(
  { flags }: ParsedArguments,
  context: CommandContext,
  typed: string | undefined,
): { readonly words: string; readonly code: ExitCode } | null {
  const isHere = flags['terminal'] === true
  if (isHere && !isTerminal(context))
    return { words: 'this is no terminal: leave --terminal out to have it followed here.', code: 1 }
  if (isHere && (flags['json'] === true || flags['keep'] === true))
    return {
      words: 'with --terminal its own program shows it, and ends with it: --json and --keep are for what is followed here.',
      code: 2,
    }
  if (typed === undefined && flags['prompt-file'] === undefined && !isHere)
    return {
      words: '"prompt" is missing: type it behind --, or name a file (--prompt-file FILE, - for standard input).',
      code: 2,
    }
  return null
}

/** As the last time in this folder, unless it is said otherwise. */
async function valuesFor(args: ParsedArguments, context: CommandContext, cli: CliDesk, folder: string): Promise<ChosenValues> {
  const chosen = chosenValues(args)
  if (args.flags['fresh'] === true) return chosen
  const { values, taken } = withRemembered(chosen, await cli.desk.remembered(folder), args.operands[0] ?? '')
  const words = flagsOf(taken)
  const typed = pasteCommand({ argv: words, variables: {}, folder: null })
  if (words.length > 0) await say(context, `as the last time in this folder: ${typed} (--fresh: without)`)
  return values
}
