import { RunUri } from '../../shared/ids'
import { parseUri } from '../../shared/parseUri'
import { printUri } from '../../shared/printUri'
import type { CommandContext, RunCommand } from '../command'
import { openTarget } from '../openTarget'
import { say } from '../say'
import { followRuns } from '../watch/followRuns'

export const watchRuns: RunCommand = async (args, context) => {
  context.holdInterrupt()
  let run: RunUri | null = null
  const operand = args.operands[0]
  if (operand !== undefined) {
    run = await comingRun(context, operand)
    if (run === null) {
      const found = await openTarget(context, operand)
      if (!found.ok) return found.failure
      run = found.value.target.run
    }
  }
  const engine = await context.engine()
  const json = args.flags['json'] === true
  await followRuns(context, engine, { run, json, footer: 'watching · Ctrl-C ends', until: context.stopped, tellsIdle: true })
  return 0
}

/** A run whose id is known before its first record is on disk: watching begins, and says that it waits. Null: not such a case. */
async function comingRun(context: CommandContext, operand: string): Promise<RunUri | null> {
  const parsed = parseUri(operand)
  if (!parsed.ok || parsed.value.agent !== null || !(await context.providers()).includes(parsed.value.provider)) return null
  const engine = await context.engine()
  const found = await engine.resolve(parsed.value.provider, parsed.value.main, null)
  if (found.ok || (found.failure.reason !== 'not_found' && found.failure.reason !== 'no_data')) return null
  await say(context, `${found.failure.message}. Waiting for it.`)
  return RunUri.parse(printUri(parsed.value))
}
