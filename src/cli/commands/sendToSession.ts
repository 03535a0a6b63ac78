import { printUri } from '../../shared/printUri'
import type { RunCommand } from '../command'
import { followLaunch } from '../drive/followLaunch'
import { openCliDesk } from '../drive/openCliDesk'
import { readPrompt } from '../drive/readPrompt'
import { openTarget } from '../openTarget'
import { refuse, say } from '../say'

/** Writes to a session that was started here and runs, whichever program of ours started it. */
export const sendToSession: RunCommand = async (args, context) => {
  const { flags, operands } = args
  const read = await readPrompt(context, args, operands[1])
  if (!read.ok) return read.failure
  if (read.value === '') return refuse(context, '"message" is missing: type it behind --, or name a file (--prompt-file).', 2)
  const found = await openTarget(context, operands[0] ?? '')
  if (!found.ok) return found.failure
  const uri = printUri(found.value.uri)
  if (found.value.target.key !== null)
    return refuse(
      context,
      'single agents are written to by whoever started them: send it to their session, or continue from the agent.',
      1,
    )
  const cli = await openCliDesk(context)
  const launch = cli.desk.ownOf(found.value.target.run)
  if (!launch) {
    await say(context, 'it was not started here, or it has ended: only sessions that were started here and run are written to.')
    await context.err.write(`Instead:\n  understory resume ${uri} -- "$PROMPT"\n  understory fork ${uri} -- "$PROMPT"\n`)
    return 1
  }
  const refused = await cli.desk.send(launch, read.value)
  if (refused !== null) return refuse(context, refused, 1)
  return followLaunch(context, cli, launch, { json: flags['json'] === true, keep: flags['end'] !== true })
}
