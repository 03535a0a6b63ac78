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
  /** The item it was to be cut after; null: nothing was to be cut off. */
  readonly at: number | null
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
  const ways = target === null ? [] : offers.map((offer) => `${WORDS[offer]}${cutWords(offer, target)} ${target.uri}`)
  if (target?.isOurs) ways.unshift(`understory send ${target.uri} -- "$PROMPT"`)
  if (ways.length > 0) await context.err.write(`Instead:\n${ways.map((way) => `  ${oneLine(way)}\n`).join('')}`)
  return 1
}

/** Without it whoever takes the other way would tell all that was to be cut off. */
function cutWords(offer: LaunchRefusal['offers'][number], { at }: RefusedTarget): string {
  return at === null || offer === 'join' ? '' : ` --at ${at}`
}
