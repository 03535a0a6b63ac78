import type { DriveGround } from '../../core/drive/driver'
import type { LaunchPlan, LaunchRefusal } from '../../shared/drive/launchPlan'
import type { LaunchWish } from '../../shared/drive/launchWish'
import { RunUri } from '../../shared/ids'
import { fail, ok, type Result } from '../../shared/result'
import type { Timers } from '../every'
import { findTarget } from './findTarget'
import type { LaunchBook } from './LaunchBook'
import type { LiveLaunch } from './LiveLaunch'
import { type Prepared, type PrepareSources, prepareLaunch } from './prepareLaunch'
import { liveRefusal, refusal } from './refusals'
import type { SessionLocks } from './SessionLocks'

export interface StartSources extends PrepareSources {
  readonly book: LaunchBook
  readonly locks: SessionLocks
  readonly timers: Timers
}

/** After a start, one wait after the other. A program that opened the session in the same moment has said so by then; on a busy machine later. */
const LOOKS_AGAIN_MS = [1000, 2000, 3000]

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
  const prepared = await prepareLaunch(sources, wish)
  if (!prepared.ok) {
    locked()
    return prepared
  }
  if (agree && !(await agree(prepared.value.shown))) {
    locked()
    return fail(refusal('not_possible', 'Nothing was started.'))
  }
  const started = await startPrepared(sources, prepared.value)
  const { session } = prepared.value
  if (!started.ok || session === null) {
    locked()
    return started
  }
  lookLater(sources, prepared.value, started.value, locked, LOOKS_AGAIN_MS)
  return started
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
    const started = await driver.start(ground, wish, plan, program)
    if (started.ok) return ok(await sources.book.enter(ground, started.value))
    ground.giveUp()
    return started
  })
}

/** After the first look others of ours may try: they see it then. */
function lookLater(
  sources: StartSources,
  prepared: Prepared,
  launch: LiveLaunch,
  onLooked: () => void,
  [wait, ...later]: readonly number[],
): void {
  if (wait === undefined) return
  sources.timers.after(wait, () => {
    void lookAgain(sources, prepared, launch).finally(() => {
      onLooked()
      if (launch.isActive) lookLater(sources, prepared, launch, onLooked, later)
    })
  })
}

async function lookAgain(sources: StartSources, { driver, session }: Prepared, launch: LiveLaunch): Promise<void> {
  if (session === null || !launch.isActive) return
  const pid = await strangerAt(sources, driver.owners, session, sources.groundOf(driver.provider), launch)
  if (pid === null) return
  const refused = await stopAtOnce(launch)
  const outcome =
    refused === null
      ? 'This one was stopped at once, so that the two do not write into one conversation. Fork the run to go on beside it.'
      : `This one could not be stopped at once: the two may write into one conversation. ${refused} Stop it, or end the other one.`
  const trouble = `Another program (process ${pid}) opened the same run in the same moment. ${outcome}`
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

/** Null: nobody but ours. */
async function strangerAt(
  sources: StartSources,
  owners: (ground: DriveGround, run: string) => Promise<readonly { readonly pid: number | null }[]>,
  session: NonNullable<Prepared['session']>,
  ground: DriveGround,
  launch: LiveLaunch,
): Promise<number | null> {
  const own = launch.held?.pid
  const holders = (await sources.engine()?.holders(RunUri.parse(session.uri)))?.pids ?? []
  // A server of ours that has it idle writes nothing; one that works on it is met before the start, by whoever steers it.
  const serving = await sources.serving()
  const ours = new Set<number>(
    holders
      .filter(({ pid, ancestors }) => [pid, ...ancestors].some((one) => one === own || serving.has(one)))
      .map(({ pid }) => pid),
  )
  if (own !== undefined) ours.add(own)
  const said = (await owners(ground, session.run)).flatMap(({ pid }) => pid ?? [])
  return [...holders.map(({ pid }) => pid), ...said].find((pid) => !ours.has(pid)) ?? null
}
