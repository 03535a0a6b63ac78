import type { DriveGround, DrivePlan, DriveTarget, DriveWish, ProgramAt } from '../../../core/drive/driver'
import { firstMessage } from '../../../core/drive/firstMessage'
import { joinableAt } from '../../../core/drive/joinableAt'
import { quoteCommand } from '../../../core/drive/quoteCommand'
import { refusal, refuseLive } from '../../../core/drive/refusals'
import { isAtLeast } from '../../../core/isAtLeast'
import type { LaunchPlan, LaunchRefusal } from '../../../shared/drive/launchPlan'
import { fail, ok, type Result } from '../../../shared/result'
import { planPromotion } from './promoteAgent'
import { sessionArguments } from './sessionArguments'
import type { SessionMemo } from './sessionMemo'
import { sessionOwners } from './sessionOwners'

type Planned = Result<DrivePlan, LaunchRefusal>

interface TakenUp {
  readonly promotion?: SessionMemo['promotion']
  readonly session: string
  readonly takeUp: readonly string[]
  readonly folder: string
  readonly notes: readonly string[]
  readonly context: LaunchPlan['context']
}

/** One argument may be no longer than this on Linux. */
const LONGEST_ARGUMENT = 128 * 1024 - 1

/** Says what would run. Writes nothing. */
export async function planSession(ground: DriveGround, wish: DriveWish, program: ProgramAt): Promise<Planned> {
  const hindered = hindranceOf(wish)
  if (hindered) return fail(hindered)
  const joined = joinableAt(wish)
  if (joined !== null && wish.origin) return ok(planAttach(wish, wish.origin.target.run, joined, program))
  const taken = await takeUp(ground, wish, program)
  if (!taken.ok) return taken
  const { session, folder, notes, context } = taken.value
  const text = firstMessage(wish)
  const argv = ['claude', ...sessionArguments({ ...wish, prompt: text }, taken.value)]
  const memo: SessionMemo = { run: session, version: program.version, way: wish.way, promotion: taken.value.promotion ?? null }
  const bytes = new TextEncoder().encode(text).length
  const prompted = wish.way === 'headless' && bytes > 0 ? [`The prompt goes in over its input, ${bytes} bytes.`] : []
  const chosen = wish.origin?.how === 'resume' ? {} : { session }
  return ok({ shown: { argv, command: quoteCommand(argv), folder, notes: [...prompted, ...notes], context, ...chosen }, memo })
}

/** Its terminal alone is ours: the session is run by Claude Code's own background process. */
function planAttach(wish: DriveWish, run: string, short: string, { version }: ProgramAt): DrivePlan {
  const argv = ['claude', 'attach', short]
  const memo: SessionMemo = { run, version, way: 'terminal', promotion: null }
  const notes = ['Shows the run where it is live; closing the terminal leaves it running.']
  return { shown: { argv, command: quoteCommand(argv), folder: wish.folder, notes, context: null }, memo }
}

function hindranceOf(wish: DriveWish): LaunchRefusal | null {
  const isNew = wish.origin === null || wish.origin.how === 'render'
  if (wish.way === 'headless' && isNew && wish.prompt.trim() === '' && wish.rendered === null) {
    return refusal('bad_value', 'There is no prompt: a headless run needs one to begin with.', 'Write one, or choose Terminal.')
  }
  if (wish.way === 'terminal' && new TextEncoder().encode(wish.prompt + (wish.rendered ?? '')).length > LONGEST_ARGUMENT) {
    return refusal('bad_value', 'The prompt is too long for a command line.', 'Start it headless, or paste it into the terminal.')
  }
  return null
}

async function takeUp(ground: DriveGround, wish: DriveWish, program: ProgramAt): Promise<Result<TakenUp, LaunchRefusal>> {
  const { origin } = wish
  if (origin === null || origin.how === 'render') {
    const session = idFor(ground, wish)
    return ok({ session, takeUp: ['--session-id', session], folder: wish.folder, notes: [], context: null })
  }
  const { target } = origin
  switch (origin.how) {
    case 'resume':
      return resume(ground, target, wish)
    case 'fork':
      return fork(ground, target, wish, program)
    case 'continue':
      return promotion(ground, origin, { folder: wish.folder, session: idFor(ground, wish) }, program)
    case 'join':
      return fail(refusal('not_possible', 'Nothing of it can be attached to any more.', 'Open the dialog again.'))
    default:
      return origin.how satisfies never
  }
}

async function resume(ground: DriveGround, target: DriveTarget, wish: DriveWish): Promise<Result<TakenUp, LaunchRefusal>> {
  if (target.agent !== null) {
    const message = 'Claude Code resumes whole runs only, not one of their agents.'
    return fail({ ...refusal('not_possible', message, 'Continue from this agent instead.'), offers: ['continue'] })
  }
  if (target.owner.kind === 'foreign') return fail(refuseLive(target.owner))
  const [owner] = await sessionOwners(ground.root, target.run)
  if (owner) return fail(refuseLive(owner))
  if (target.owner.kind === 'unknown') {
    const message = `Nobody can tell whether this run is live: ${target.owner.words}. A second writer would lose work of both.`
    return fail({ ...refusal('live_elsewhere', message, 'Fork it instead.'), offers: ['fork'] })
  }
  return ok({ session: target.run, takeUp: ['--resume', target.run], folder: wish.folder, notes: [], context: null })
}

async function fork(
  ground: DriveGround,
  target: DriveTarget,
  wish: DriveWish,
  { version }: ProgramAt,
): Promise<Result<TakenUp, LaunchRefusal>> {
  if (wish.origin?.at !== null)
    return fail({
      ...refusal(
        'not_possible',
        'Claude Code forks a run at its end only.',
        'Go on from that message as text in a first prompt.',
      ),
      offers: ['render'],
    })
  const session = idFor(ground, wish)
  const takeUp = ['--resume', target.run, '--fork-session', '--session-id', session]
  const cut = isAtLeast(version, [2, 1, 327]) === false ? 'left out' : 'told as interrupted'
  const notes = ['Writes a copy under an id of its own; the original is read, never written.']
  if (target.isWorking)
    notes.push(`It works right now: a tool call that is running is ${cut} in the copy, and goes on in the original.`)
  return ok({ session, takeUp, folder: wish.folder, notes, context: null })
}

/** One that an earlier plan has shown stays: a person has read the command. */
function idFor(ground: DriveGround, { session }: DriveWish): string {
  return session ?? ground.newId()
}

/** The session is written when the run starts, under the id that its plan names. */
async function promotion(
  ground: DriveGround,
  origin: NonNullable<DriveWish['origin']>,
  place: { readonly folder: string; readonly session: string },
  program: ProgramAt,
): Promise<Result<TakenUp, LaunchRefusal>> {
  const planned = await planPromotion(ground, origin, place, program)
  if (!planned.ok) return planned
  const { plan, wish, context } = planned.value
  const notes = ['Writes one new transcript; the agent’s own is read, never written.', ...plan.notes]
  return ok({ session: place.session, takeUp: plan.argv, folder: plan.folder, notes, context, promotion: wish })
}
