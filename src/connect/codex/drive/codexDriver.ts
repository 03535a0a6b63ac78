import type { DriveGround, DrivePlan, Driver, DriveWish, ProgramAt, SessionOwner, Started } from '../../../core/drive/driver'
import { firstMessage } from '../../../core/drive/firstMessage'
import { refusal, refuseLive } from '../../../core/drive/refusals'
import { isAtLeast } from '../../../core/isAtLeast'
import { asId } from '../../../core/readJson'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import { fail, ok, type Result } from '../../../shared/result'
import { awaitRival } from '../../awaitRival'
import { systemClock } from '../../clock'
import { findRival } from '../../findRival'
import { codexActs } from './codexActs'
import { openCodexSession } from './codexSession'
import { permissionModes } from './permissionModes'
import { planThread } from './planThread'
import { readSessionMemo, type SessionMemo } from './sessionMemo'
import { threadOwners } from './threadOwners'

export const codexDriver: Driver = {
  provider: 'codex',
  program: {
    names: ['codex'],
    usualPlaces: ['~/.local/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    versionArgv: ['--version'],
    readVersion: (output) => /(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? null,
    // Its app-server was never seen driven in older ones.
    oldest: '0.105.0',
    howToGet: 'npm install -g @openai/codex',
    innerVariables: ['CODEX_THREAD_ID', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED'],
  },
  ways: ['headless', 'terminal'],
  models: [],
  modes: () => permissionModes.map(({ id, label, note }) => ({ id, label, note })),
  agents: async () => [],
  owners: (ground, run) => threadOwners(ground.root, run),
  plan: planThread,
  start,
  async reopen(ground, held, memo) {
    const known = readSessionMemo(memo)
    if (!known || known.way === 'terminal') return null
    return openCodexSession({ held, clock: systemClock, newId: ground.newId, mode: known.mode })
  },
  acts: codexActs,
}

/** Older ones let two write one thread: nothing is said into it before it is sure that nobody else has opened it too. */
const LOCKS = [0, 169]

async function start(
  ground: DriveGround,
  wish: DriveWish,
  plan: DrivePlan,
  program: ProgramAt,
): Promise<Result<Started, LaunchRefusal>> {
  const memo = readSessionMemo(plan.memo)
  if (!memo) return fail(refusal('failed', 'The plan of this run was lost.', 'Open the dialog again.'))
  const rival = await rivalOfTerminal(ground, wish, memo, program)
  if (rival) return fail(refuseLive(rival))
  const { folder, argv } = plan.shown
  const terminal = wish.way === 'terminal' ? { columns: 120, rows: 32 } : null
  const spec = { program: program.path, argv: argv.slice(1), folder, env: ground.env, terminal }
  const held = await ground.hold(spec, memo)
  if (!held.ok) return fail(refusal('failed', held.failure.message, null))
  if (terminal) {
    const thread = memo.method === 'thread/resume' ? asId(memo.params['threadId']) : null
    return ok({ session: null, held: held.value, memo, ...(thread === null ? {} : { run: thread }) })
  }
  const session = await openCodexSession({ held: held.value, clock: systemClock, newId: ground.newId, mode: memo.mode })
  const begun = await session.begin(memo.method, memo.params)
  if (!begun.ok) {
    const said = await held.value.errorTail(2000)
    session.close()
    await held.value.stop()
    return fail(refusedBy(begun.failure.message, said))
  }
  const thread = memo.method === 'thread/resume' ? asId(memo.params['threadId']) : null
  if (thread !== null && isAtLeast(program.version, LOCKS) !== true) {
    const owners = () => threadOwners(ground.root, thread)
    const rival = await findRival({ owners, held: held.value, greeted: Promise.resolve(null), clock: systemClock })
    if (rival) {
      session.close()
      await held.value.signal('SIGKILL', 'group')
      return fail(refuseLive(rival))
    }
  }
  const text = firstMessage(wish)
  // It is on the canvas by now: what the first turn says against it stands there.
  if (text !== '') void session.send(text)
  return ok({ session, held: held.value, memo })
}

/** Its own interface says the first words itself, which only newer ones do under a lock. */
async function rivalOfTerminal(
  ground: DriveGround,
  wish: DriveWish,
  { method, params }: SessionMemo,
  { version }: ProgramAt,
): Promise<SessionOwner | null> {
  const thread = method === 'thread/resume' ? asId(params['threadId']) : null
  if (wish.way !== 'terminal' || thread === null || firstMessage(wish) === '' || isAtLeast(version, LOCKS) === true) return null
  return awaitRival(async () => threadOwners(ground.root, thread), systemClock)
}

/** The lock is Codex's own, and taken without a gap: so nothing can come alive between the look and the act. */
function refusedBy(message: string, said: string): LaunchRefusal {
  if (message.includes('active writer')) {
    return { ...refusal('live_elsewhere', `Codex refused: ${message}.`, 'Fork it instead.'), offers: ['fork'] }
  }
  return refusal('failed', `Codex refused: ${message}.${said.trim() === '' ? '' : `\n${said.trim()}`}`, null)
}
