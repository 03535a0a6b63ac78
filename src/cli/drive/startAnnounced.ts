import type { LiveLaunch } from '../../engine/drive/LiveLaunch'
import { launchActs } from '../../engine/drive/launchActs'
import type { LaunchPlan, LaunchRefusal } from '../../shared/drive/launchPlan'
import type { LaunchWish } from '../../shared/drive/launchWish'
import { oneLine } from '../../shared/neutraliseText'
import { fail, ok, type Result } from '../../shared/result'
import type { CommandContext, ExitCode, Interruption } from '../command'
import { say } from '../say'
import { exitOfSignal } from './exitOfSignal'
import type { CliDesk } from './openCliDesk'

/** Nobody should wait longer for nothing. */
const SILENT_MS = 20_000
/** A product that hangs may never come so far that it can be ended in order. */
const GIVEN_UP_WITHIN_MS = 10_000

/** Null: the person did not want it; a number: they gave it up, and this is how to end. */
export type NotStarted = LaunchRefusal | ExitCode | null

/** Says exactly what will run, then starts it. Ctrl-C, or an end from outside, gives it up. */
export async function startAnnounced(
  context: CommandContext,
  cli: CliDesk,
  wish: LaunchWish,
  agree: (plan: LaunchPlan) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Result<LiveLaunch, NotStarted>> {
  // Before anything runs: unheard, Ctrl-C would leave behind what it cannot name yet.
  const heard = hearGivingUp(context)
  let isDeclined = false
  let isBegun = false
  const slow: { timer: NodeJS.Timeout | null } = { timer: null }
  const starting = cli.desk.start(wish, async (plan) => {
    isDeclined = !(await agree(plan))
    if (isDeclined || heard.signal() !== null) return false
    const place = plan.folder === context.workingFolder ? '' : `, in ${plan.folder}`
    await say(context, `starting: ${plan.command}${place}`)
    for (const note of plan.notes) await context.err.write(`  ${oneLine(note)}\n`)
    isBegun = heard.signal() === null
    if (isBegun) slow.timer = setTimeout(() => void say(context, STILL_STARTING), SILENT_MS)
    return isBegun
  })
  const started = await Promise.race([starting, heard.first])
  if (slow.timer !== null) clearTimeout(slow.timer)
  const signal = heard.signal()
  if (signal !== null) {
    if (isBegun) await endStarted(context, starting, heard.again)
    return fail(exitOfSignal(signal))
  }
  if (started?.ok) return ok(started.value)
  return fail(isDeclined || started === null ? null : started.failure)
}

interface GivingUp {
  /** The first that was heard. */
  signal(): Interruption | null
  readonly first: Promise<null>
  readonly again: Promise<void>
}

function hearGivingUp(context: CommandContext): GivingUp {
  const first = Promise.withResolvers<null>()
  const again = Promise.withResolvers<void>()
  const heard: { signal: Interruption | null } = { signal: null }
  context.hearInterrupt((signal) => {
    if (heard.signal !== null) return again.resolve()
    heard.signal = signal
    first.resolve(null)
  })
  return { signal: () => heard.signal, first: first.promise, again: again.promise }
}

/** Whether it is to be kept does not matter: nobody has seen it begin. */
async function endStarted(
  context: CommandContext,
  starting: Promise<Result<LiveLaunch, LaunchRefusal>>,
  again: Promise<void>,
): Promise<void> {
  await say(context, 'giving up: what was started is ended. Ctrl-C once more leaves at once.')
  const ended = starting.then(async (started) => {
    const refused = started.ok ? await launchActs.stop(started.value, 'now') : null
    if (refused !== null) await say(context, refused)
    return true
  })
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, GIVEN_UP_WITHIN_MS)
  const isEnded = await Promise.race([ended, again, late])
  clearTimeout(timer)
  if (!isEnded) await say(context, 'it has not ended yet: should it go on, "understory list --live" and the app show it.')
}

const STILL_STARTING = 'it has not begun for 20 s. It may still be loading: it is waited for. Ctrl-C gives up.'
