import type { LaunchWish } from '../../shared/drive/launchWish'
import { oneLine } from '../../shared/neutraliseText'
import type { CommandContext, ExitCode } from '../command'
import { say } from '../say'
import { flagsOf } from './chosenValues'
import { isOurs } from './isOurs'
import type { CliDesk } from './openCliDesk'
import { ownCommand } from './ownCommand'
import { sayRefusal } from './sayRefusal'
import { tellContext } from './tellContext'

export interface PrintedAct {
  /** Of our own command. */
  readonly name: string
  readonly uri: string
  /** Null: the session's own. */
  readonly cwd: string | null
}

/** What only resumes or copies is the product's own command. What must write something first is ours: printed alone, it writes nothing. */
export async function printGoOn(context: CommandContext, cli: CliDesk, wish: LaunchWish, act: PrintedAct): Promise<ExitCode> {
  const { origin } = wish
  const isCut = origin !== null && origin.at !== null
  const isProducts = !isCut && (origin?.how === 'resume' || origin?.how === 'fork' || origin?.how === 'join')
  const planned = await cli.desk.alone(isProducts ? wish : asStarted(wish))
  if (!planned.ok)
    return sayRefusal(context, planned.failure, {
      ...{ uri: act.uri, at: origin?.at ?? null },
      isOurs: origin !== null && (await isOurs(context, origin.run)),
    })
  const { argv, plan } = planned.value
  if (isProducts && argv !== null) {
    const [{ pasteCommand }, { unusualPlaces }] = await Promise.all([
      import('../../engine/drive/pasteCommand'),
      import('../../engine/roots'),
    ])
    const folder = plan.folder === context.workingFolder ? null : plan.folder
    const variables = unusualPlaces(wish.provider, context.env)
    await context.out.write(`${pasteCommand({ argv, variables, folder })}\n`)
    return 0
  }
  for (const note of isProducts ? [] : plan.notes) await context.err.write(`${oneLine(note)}\n`)
  if (origin?.how !== 'resume') await tellContext(context, cli, wish, plan.context)
  await say(context, 'this command prepares the new session, then opens it; until it is run nothing is written.')
  await context.out.write(`${await ownCommand(context, wish.provider, wordsOf(wish, act))}\n`)
  return 0
}

/** As our own command would start it: with a prompt it is followed, and a context as text is never sent without one. */
function asStarted(wish: LaunchWish): LaunchWish {
  if (wish.origin?.how === 'render') return { ...wish, way: 'headless', prompt: wish.prompt || '…' }
  return wish.prompt === '' ? wish : { ...wish, way: 'headless' }
}

function wordsOf(wish: LaunchWish, { name, uri, cwd }: PrintedAct): string[] {
  const at = wish.origin?.at ?? null
  return [
    name,
    ...(at === null ? [] : ['--at', `${at}`]),
    ...(wish.origin?.how === 'render' ? ['--render'] : []),
    ...flagsOf(wish),
    ...(cwd === null ? [] : ['--cwd', cwd]),
    uri,
    ...(wish.prompt === '' ? [] : ['--', wish.prompt]),
  ]
}
