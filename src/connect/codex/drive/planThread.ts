import type { DriveGround, DrivePlan, DriveTarget, DriveWish, ProgramAt } from '../../../core/drive/driver'
import { firstMessage } from '../../../core/drive/firstMessage'
import { quoteCommand } from '../../../core/drive/quoteCommand'
import { refusal, refuseLive } from '../../../core/drive/refusals'
import { isAtLeast } from '../../../core/isAtLeast'
import type { Json } from '../../../core/readJson'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import { fail, ok, type Result } from '../../../shared/result'
import { allowedIn } from './allowedIn'
import { type PermissionWords, permissionMode } from './permissionModes'
import type { SessionMemo } from './sessionMemo'
import { threadOwners } from './threadOwners'
import { turnAt } from './turnAt'

interface TakenUp {
  readonly method: SessionMemo['method']
  readonly params: Json
  /** For a terminal: before the options. */
  readonly command: readonly string[]
  readonly notes: readonly string[]
}

/** Older ones fork at the end, whatever turn is named, and say nothing. */
const CUTS_TURNS = [0, 169]

const TRUST =
  'Whether Codex trusts the folder is not decided here: unless it does already, the folder’s own settings are left out.'

/** One argument may be no longer than this on Linux. */
const LONGEST_ARGUMENT = 128 * 1024 - 1

/** Says what would run. Writes nothing. */
export async function planThread(
  ground: DriveGround,
  wish: DriveWish,
  program: ProgramAt,
): Promise<Result<DrivePlan, LaunchRefusal>> {
  const mode = permissionMode(wish.mode)
  if (!mode) return fail(refusal('bad_value', `Codex has no permission mode “${wish.mode}”.`, 'Choose one of those offered.'))
  if (wish.agent !== null) return fail(refusal('bad_value', 'Codex runs begin without an agent of their own.', 'Leave it out.'))
  if (wish.origin?.how === 'join') return ok(planJoin(wish, wish.origin.target.run))
  const text = firstMessage(wish)
  const hindered = hindranceOf(wish, text)
  if (hindered) return fail(hindered)
  const taken = await takeUp(ground, wish, program)
  if (!taken.ok) return taken
  const { method, command } = taken.value
  const allowed = await allowedIn(wish, mode)
  const notes = [...taken.value.notes, ...allowed.notes]
  const params = {
    ...taken.value.params,
    cwd: wish.folder,
    ...(allowed.says === null ? {} : { approvalPolicy: allowed.says.approval, sandbox: allowed.says.sandbox }),
    ...(allowed.config === null ? {} : { config: allowed.config }),
    ...(wish.model === null ? {} : { model: wish.model }),
  }
  const argv =
    wish.way === 'headless'
      ? ['codex', 'app-server', ...wish.extra]
      : ['codex', ...command, ...terminalOptions(wish, allowed.says, program, text)]
  const steps = `${method}${text === '' ? '' : ` and turn/start with the prompt, ${new TextEncoder().encode(text).length} bytes`}`
  const told = wish.way === 'headless' ? [`Over its input go ${steps}, in ${wish.folder}, ${allowed.words}.`] : []
  const memo: SessionMemo = { way: wish.way, method, params, mode: allowed.mode }
  return ok({
    shown: { argv, command: quoteCommand(argv), folder: wish.folder, notes: [...told, ...notes], context: null },
    memo,
  })
}

/** With the daemon, which runs the thread: a program of its own would be refused by the lock. */
function planJoin(wish: DriveWish, thread: string): DrivePlan {
  const argv = ['codex', 'resume', thread]
  const memo: SessionMemo = { way: 'terminal', method: 'thread/resume', params: { threadId: thread }, mode: null }
  const notes = ['Shows the thread in the daemon that runs it; closing the terminal leaves it running.']
  return { shown: { argv, command: quoteCommand(argv), folder: wish.folder, notes, context: null }, memo }
}

function terminalOptions(wish: DriveWish, says: PermissionWords | null, { version }: ProgramAt, text: string): readonly string[] {
  return [
    // Else its work would go on in a daemon of its own after its terminal is closed.
    ...(isAtLeast(version, [0, 169]) ? ['--no-daemon'] : []),
    ...(wish.model === null ? [] : ['--model', wish.model]),
    ...(says === null ? [] : ['--ask-for-approval', says.approval, '--sandbox', says.sandbox]),
    ...wish.extra,
    ...(text === '' ? [] : ['--', text]),
  ]
}

function hindranceOf(wish: DriveWish, text: string): LaunchRefusal | null {
  const isNew = wish.origin === null || wish.origin.how === 'render'
  if (wish.way === 'headless' && isNew && text.trim() === '') {
    return refusal('bad_value', 'There is no prompt: a headless run needs one to begin with.', 'Write one, or choose Terminal.')
  }
  if (wish.way === 'terminal' && new TextEncoder().encode(text).length > LONGEST_ARGUMENT) {
    return refusal('bad_value', 'The prompt is too long for a command line.', 'Start it headless, or paste it into the terminal.')
  }
  return null
}

async function takeUp(
  ground: DriveGround,
  { origin, way }: DriveWish,
  { version }: ProgramAt,
): Promise<Result<TakenUp, LaunchRefusal>> {
  if (origin === null || origin.how === 'render')
    return ok({ method: 'thread/start', params: {}, command: [], notes: way === 'headless' ? [TRUST] : [] })
  const { target } = origin
  const thread = target.agent ?? target.run
  if (origin.how === 'resume') return resume(ground, target, thread)
  const notes = ['Codex writes a copy as a thread of its own; the original is read, never written.']
  if (origin.at === null) return ok({ method: 'thread/fork', params: { threadId: thread }, command: ['fork', thread], notes })
  if (way === 'terminal') {
    return fail(
      refusal('not_possible', 'In a terminal Codex forks a thread at its end only.', 'Choose Headless, or fork at the end.'),
    )
  }
  if (isAtLeast(version, CUTS_TURNS) !== true) {
    const message = `Codex ${version} forks a thread at its end only.`
    return fail(refusal('not_possible', message, 'Update Codex, or fork it at its end.'))
  }
  const place = Number(origin.cut?.place)
  const file = target.agent === null ? target.mainFile : target.file
  const turn = file === null || !Number.isFinite(place) ? null : await turnAt(file, place).catch(() => null)
  if (turn === null)
    return fail(refusal('not_possible', 'The turn of that message is not named in the rollout.', 'Fork it at its end.'))
  return ok({
    method: 'thread/fork',
    params: { threadId: thread, lastTurnId: turn },
    command: [],
    notes: [...notes, 'Codex cuts between turns: the whole turn of that message comes along.'],
  })
}

async function resume(ground: DriveGround, target: DriveTarget, thread: string): Promise<Result<TakenUp, LaunchRefusal>> {
  if (target.agent !== null) {
    const message = 'A sub-agent’s thread is not resumed, so that its own record stays as it is.'
    return fail({ ...refusal('not_possible', message, 'Continue from it instead.'), offers: ['continue'] })
  }
  const [owner] = await threadOwners(ground.root, thread)
  if (owner) return fail(refuseLive(owner))
  if (target.owner.kind === 'foreign') return fail(refuseLive(target.owner))
  // Where nobody tells, somebody may write: old releases take a second writer without a word.
  if (target.owner.kind === 'unknown') {
    const message = `Nobody can tell whether this run is live: ${target.owner.words}. A second writer would lose work of both.`
    return fail({ ...refusal('live_elsewhere', message, 'Fork it instead.'), offers: ['fork'] })
  }
  return ok({ method: 'thread/resume', params: { threadId: thread }, command: ['resume', thread], notes: [] })
}
