import type { LaunchPlan, LaunchRefusal } from '../../shared/drive/launchPlan'
import type { LaunchWish } from '../../shared/drive/launchWish'
import { errorText } from '../../shared/errorText'
import { RunUri } from '../../shared/ids'
import { fail, ok, type Result } from '../../shared/result'
import type { Timers } from '../every'
import { findTarget } from './findTarget'
import type { LaunchBook } from './LaunchBook'
import type { LiveLaunch } from './LiveLaunch'
import { type Prepared, type PrepareSources, prepareLaunch } from './prepareLaunch'
import { liveRefusal, refusal } from './refusals'
import type { SessionLocks } from './SessionLocks'
import { strangerAt } from './strangerAt'

export interface StartSources extends PrepareSources {
  readonly book: LaunchBook
  readonly locks: SessionLocks
  readonly timers: Timers
}

/**
 * After a start, one wait after the other. A program that opened the session in the same moment says so within the second, on a busy
 * machine later; ours is stopped the sooner the better, since it may have words of its own to say.
 */
const LOOKS_AGAIN_MS = [200, 300, 500, 2000, 3000]
/** Others of ours may try from then on: they see it by then. */
const SEEN_AFTER_LOOKS = 3

/** A person may be asked. False: it is not started. */
export type Agree = (plan: LaunchPlan) => Promise<boolean>

/** Starts what was planned, never as a second writer: looked at just before, and once more when both would be seen. */
export async function startLaunch(
  sources: StartSources,
  wish: LaunchWish,
  agree?: Agree,
): Promise<Result<LiveLaunch, LaunchRefusal>> {
  const locked = await lockFor(sources, wish)
  if (locked === null) return fail(twice(sources, wish))
  let isLookedAfter = false
  try {
    const prepared = await prepareLaunch(sources, wish)
    if (!prepared.ok) return prepared
    if (agree && !(await agree(prepared.value.shown))) return fail(refusal('not_possible', 'Nothing was started.'))
    const started = await startPrepared(sources, prepared.value)
    if (!started.ok || prepared.value.session === null) return started
    isLookedAfter = true
    lookLater(sources, prepared.value, started.value, locked)
    return started
  } finally {
    // Also after a bug: kept, it could not be opened again until this program ends.
    if (!isLookedAfter) locked()
  }
}

function twice({ ownOf }: StartSources, { origin }: LaunchWish): LaunchRefusal {
  const own = origin && ownOf(origin.run)
  if (own) return liveRefusal({ kind: 'ours', way: own.record.way })
  return refusal('live_elsewhere', TWICE, { offers: ['fork'] })
}

const TWICE = 'It is being opened from here in this moment: a second program would write into the same conversation.'

/** Nothing to give back where no session is taken up; null: somebody else is at it. */
async function lockFor(sources: StartSources, { origin }: LaunchWish): Promise<(() => void) | null> {
  const engine = sources.engine()
  if (origin?.how !== 'resume' || !engine) return () => undefined
  const { locks, roots, ownOf, serving } = sources
  // An agent that is a session of another product is locked as that one, not as the run it stands in.
  const found = await findTarget({ engine, roots: roots(), ownOf, serving }, origin)
  return locks.take(found.ok ? found.value.at.run : origin.run)
}

async function startPrepared(sources: StartSources, prepared: Prepared): Promise<Result<LiveLaunch, LaunchRefusal>> {
  const { driver, wish, plan, program, draft } = prepared
  const ground = sources.book.ground(driver.provider, draft)
  return sources.book.meet(async () => {
    let isEntered = false
    try {
      const started = await driver.start(ground, wish, plan, program)
      if (!started.ok) return started
      const launch = await sources.book.enter(ground, started.value)
      isEntered = true
      return ok(launch)
    } finally {
      if (!isEntered) ground.giveUp()
    }
  })
}

function lookLater(sources: StartSources, prepared: Prepared, launch: LiveLaunch, onSeen: () => void, looks = 0): void {
  const wait = LOOKS_AGAIN_MS[looks]
  if (wait === undefined) return
  sources.timers.after(wait, () => {
    const looked = lookAgain(sources, prepared, launch).catch(tellBug)
    void looked.then(() => {
      if (looks + 1 === SEEN_AFTER_LOOKS || !launch.isActive) onSeen()
      if (launch.isActive) lookLater(sources, prepared, launch, onSeen, looks + 1)
    })
  })
}

function tellBug(error: unknown): void {
  process.emitWarning(`It could not be seen whether another program has opened the run, too: ${errorText(error)}`)
}

async function lookAgain(sources: StartSources, { driver, session }: Prepared, launch: LiveLaunch): Promise<void> {
  if (session === null || !launch.isActive) return
  const stranger = await strangerAt(sources, { driver, uri: RunUri.parse(session.uri), run: session.run }, launch)
  if (stranger === null) return
  const refused = await stopAtOnce(launch)
  const outcome =
    refused === null
      ? 'This one was stopped at once, so that the two do not write into one conversation. Fork the run to go on beside it.'
      : `This one could not be stopped at once: the two may write into one conversation. ${refused} Stop it, or end the other one.`
  const trouble = `Another program (process ${stranger}) opened the same run in the same moment. ${outcome}`
  launch.change({ trouble, isStopped: true })
  launch.endIfOver()
}

/** With all it has started: what it has not written yet must not be written. What serves others too goes on. Null: it is stopped. */
async function stopAtOnce({ record, session, held, family }: LiveLaunch): Promise<string | null> {
  if (record.isShared) {
    const stopped = await session?.interrupt('all')
    if (!stopped) return 'Nothing is left to steer it with.'
    return stopped.ok ? null : stopped.failure.message
  }
  family?.signal('SIGKILL')
  const killed = await held?.signal('SIGKILL', 'group')
  return killed?.ok === false && held?.isRunning() ? killed.failure.message : null
}
