import type { LaunchRefusal } from '../../shared/drive/launchPlan'
import { oneLine } from '../../shared/neutraliseText'
import type { CommandContext, ExitCode } from '../command'
import { say } from '../say'

const WORDS: Readonly<Record<LaunchRefusal['offers'][number], string>> = {
  fork: 'understory fork',
  continue: 'understory continue',
  render: 'understory continue --render',
  join: 'understory join',
}

/** What a session was to go on from. */
export interface RefusedTarget {
  readonly uri: string
  /** It was started here and runs. */
  readonly isOurs: boolean
}

/** What happened, what it means, what can be done instead. */
export async function sayRefusal(
  context: CommandContext,
  { code, message, advice, command, offers }: LaunchRefusal,
  target: RefusedTarget | null = null,
): Promise<ExitCode> {
  await say(context, message)
  const folder = code === 'no_folder' ? ' (--cwd DIR)' : ''
  if (advice !== null) await context.err.write(`${oneLine(advice)}${folder}\n`)
  if (command !== null) await context.err.write(`  ${oneLine(command)}\n`)
  const ways = target === null ? [] : offers.map((offer) => `${WORDS[offer]} ${target.uri}`)
  if (target?.isOurs) ways.unshift(`understory send ${target.uri} -- "$PROMPT"`)
  if (ways.length > 0) await context.err.write(`Instead:\n${ways.map((way) => `  ${oneLine(way)}\n`).join('')}`)
  return 1
}
