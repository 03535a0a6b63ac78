import type { DriveGround, DrivePlan, Driver, DriveWish, ProgramAt, SessionOwner, Started } from '../../../core/drive/driver'
import { firstMessage } from '../../../core/drive/firstMessage'
import type { HeldProcess } from '../../../core/drive/heldProcess'
import { refusal, refuseLive } from '../../../core/drive/refusals'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import { fail, ok, type Result } from '../../../shared/result'
import { awaitRival } from '../../awaitRival'
import { systemClock } from '../../clock'
import { findRival } from '../../findRival'
import { undoSession } from '../promote/undoSession'
import { agentNames } from './agentNames'
import { claudeActs } from './claudeActs'
import { type ClaudeSession, type ClaudeSessionOptions, openClaudeSession } from './claudeSession'
import { courseOfAgent } from './courseOfAgent'
import { permissionModes } from './permissionModes'
import { planSession } from './planSession'
import { promoteAgent } from './promoteAgent'
import { sessionArguments } from './sessionArguments'
import { readSessionMemo, type SessionMemo } from './sessionMemo'
import { sessionOwners } from './sessionOwners'

export const claudeDriver: Driver = {
  provider: 'claude',
  program: {
    names: ['claude'],
    usualPlaces: ['~/.local/bin', '~/.claude/local', '/usr/local/bin', '/opt/homebrew/bin'],
    versionArgv: ['--version'],
    readVersion: (output) => /(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? null,
    // What older ones say and take was never seen.
    oldest: '2.0.76',
    howToGet: 'npm install -g @anthropic-ai/claude-code',
    innerVariables: [
      'CLAUDECODE',
      'CLAUDE_CODE_CHILD_SESSION',
      'CLAUDE_CODE_SESSION_ID',
      'CLAUDE_CODE_SESSION_ATTENDED',
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_SSE_PORT',
      'CLAUDE_PID',
      'CLAUDE_EFFORT',
      'CLAUDE_AGENT_SDK_VERSION',
      'AI_AGENT',
    ],
  },
  ways: ['headless', 'terminal'],
  models: ['opus', 'sonnet', 'haiku'],
  modes: (version) => permissionModes(version).map(({ id, label, note }) => ({ id, label, note })),
  agents: (ground, folder) => agentNames(ground.root, folder),
  owners: (ground, run) => sessionOwners(ground.root, run),
  plan: planSession,
  start,
  async reopen(ground, held, memo) {
    const known = readSessionMemo(memo)
    if (!known || known.way === 'terminal') return null
    return openClaudeSession(optionsFor(ground, held, known))
  },
  acts: claudeActs,
}

function optionsFor(ground: DriveGround, held: HeldProcess, { run, version }: SessionMemo): ClaudeSessionOptions {
  const course = (agent: string) => courseOfAgent(ground.root, run, agent, ground.now())
  return { held, run, version, clock: systemClock, newId: ground.newId, course }
}

async function start(
  ground: DriveGround,
  wish: DriveWish,
  plan: DrivePlan,
  program: ProgramAt,
): Promise<Result<Started, LaunchRefusal>> {
  const planned = readSessionMemo(plan.memo)
  if (!planned) return fail(refusal('failed', 'The plan of this run was lost.', 'Open the dialog again.'))
  if (wish.origin?.how === 'resume') {
    const owners = (): Promise<readonly SessionOwner[]> => sessionOwners(ground.root, planned.run)
    const saysItself = wish.way === 'terminal' && firstMessage(wish) !== ''
    const owner = saysItself ? await awaitRival(owners, systemClock) : (await owners())[0]
    if (owner) return fail(refuseLive(owner))
  }
  const ready = await makeReady(ground, wish, plan, planned)
  if (!ready.ok) return ready
  const { memo, argv, folder, undo } = ready.value
  const terminal = wish.way === 'terminal' ? { columns: 120, rows: 32 } : null
  const held = await ground.hold({ program: program.path, argv, folder, env: ground.env, terminal }, memo)
  if (!held.ok) {
    // Or the next try would find its name taken, and the product a session that nobody began.
    await undo()
    return fail(refusal('failed', held.failure.message, null))
  }
  if (terminal) return ok({ session: null, held: held.value, memo, run: memo.run })
  const session = await steer(ground, held.value, memo, wish)
  if (!session.ok) await undo()
  return session.ok ? ok({ session: session.value, held: held.value, memo, run: memo.run }) : session
}

interface Ready {
  /** Takes away what was written for it. */
  readonly undo: () => Promise<void>
  readonly memo: SessionMemo
  readonly argv: readonly string[]
  readonly folder: string
}

/** An agent becomes a session now, at the last moment: a plan that nobody starts leaves nothing behind. */
async function makeReady(
  ground: DriveGround,
  wish: DriveWish,
  { shown }: DrivePlan,
  memo: SessionMemo,
): Promise<Result<Ready, LaunchRefusal>> {
  if (!memo.promotion) return ok({ undo: () => Promise.resolve(), memo, argv: shown.argv.slice(1), folder: shown.folder })
  const isWorking = wish.origin?.target.isWorking ?? false
  const promoted = await promoteAgent(ground, memo.promotion, isWorking, memo.version)
  if (!promoted.ok) return promoted
  const { session, argv, folder, file } = promoted.value
  const own = sessionArguments({ ...wish, prompt: firstMessage(wish) }, { session, takeUp: argv })
  return ok({ undo: await undoSession(file), memo: { ...memo, run: session, promotion: null }, argv: own, folder })
}

/** Nothing is said into an earlier session before it is sure that nobody else has opened it too. */
async function steer(
  ground: DriveGround,
  held: HeldProcess,
  memo: SessionMemo,
  wish: DriveWish,
): Promise<Result<ClaudeSession, LaunchRefusal>> {
  const session = await openClaudeSession(optionsFor(ground, held, memo))
  const greeted = session.greet()
  if (wish.origin?.how === 'resume') {
    const rival = await findRival({ owners: () => sessionOwners(ground.root, memo.run), held, greeted, clock: systemClock })
    if (rival) {
      session.close()
      // With all it has started, at once: what it has not written yet must not be written.
      await held.signal('SIGKILL', 'group')
      return fail(refuseLive(rival))
    }
  }
  const prompt = firstMessage(wish)
  const said = prompt === '' ? ok(undefined) : await session.send(prompt)
  // One that has ended says why itself, with its last words.
  if (said.ok || !held.isRunning()) return ok(session)
  session.close()
  return fail(refusal('failed', said.failure.message, null))
}
