import type { DriveGround, DrivePlan, Driver, DriveWish, ProgramAt, Started } from '../../../core/drive/driver'
import { firstMessage } from '../../../core/drive/firstMessage'
import { refusal } from '../../../core/drive/refusals'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import { fail, ok, type Result } from '../../../shared/result'
import { systemClock } from '../../clock'
import { noteOwnServer } from '../ownServer'
import { agentNames } from './agentNames'
import { aloneArguments } from './aloneArguments'
import { eventHub } from './eventHub'
import { listensAt } from './listensAt'
import { OpencodeSession, type OpencodeSessionOptions } from './OpencodeSession'
import { openAtCut } from './openAtCut'
import { opencodeActs } from './opencodeActs'
import { addressOf, doorTo, openDoor } from './openDoor'
import { permissionModes } from './permissionModes'
import { HOW_TO_GET, planSession } from './planSession'
import { ServeDoor } from './ServeDoor'
import { servePassword } from './servePassword'
import { readSessionMemo, type SessionMemo } from './sessionMemo'
import { sessionOwners } from './sessionOwners'
import { startTerminal } from './startTerminal'
import { whenListening } from './whenListening'

const servers = eventHub()

export const opencodeDriver: Driver = {
  provider: 'opencode',
  program: {
    names: ['opencode'],
    usualPlaces: ['~/.opencode/bin', '~/.local/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    versionArgv: ['--version'],
    readVersion: (output) => /(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? null,
    // In a terminal; what is steered is newer, see `planSession`.
    oldest: '1.0.185',
    howToGet: HOW_TO_GET,
    innerVariables: ['OPENCODE', 'OPENCODE_PID', 'AGENT'],
  },
  ways: ['headless', 'terminal'],
  models: [],
  modes: () => permissionModes.map(({ id, label, note }) => ({ id, label, note })),
  agents: (ground, folder) => agentNames(ground.home, folder),
  owners: async (_, run) => sessionOwners(run),
  plan: planSession,
  alone: aloneArguments,
  start,
  reopen,
  acts: opencodeActs,
}

async function start(
  ground: DriveGround,
  wish: DriveWish,
  plan: DrivePlan,
  program: ProgramAt,
): Promise<Result<Started, LaunchRefusal>> {
  const memo = readSessionMemo(plan.memo)
  if (!memo) return fail(refusal('failed', 'The plan of this run was lost.', 'Open the dialog again.'))
  if (memo.way === 'terminal') {
    const text = firstMessage(wish)
    const target = memo.opening === 'resume' ? { to: memo.session } : { copyOf: memo.session, since: ground.now() }
    const firstWords = text === '' || memo.opening === 'create' ? {} : { firstWords: { text, ...target } }
    return startTerminal(ground, plan, memo, program, (held, known) => terminalSession(ground, held, known, firstWords))
  }
  let opened = await openDoor(ground, program.path, systemClock)
  const isElsewhere = opened.ok && memo.opening === 'resume' && isServedElsewhere(wish, opened.value.door.url)
  let made = opened.ok && !isElsewhere ? await openAtCut(opened.value.door, memo) : null
  // It ended in this very moment: another one takes its place.
  if (opened.ok && made?.ok === false && made.failure.status === null && !opened.value.held.isRunning()) {
    opened = await openDoor(ground, program.path, systemClock)
    made = opened.ok ? await openAtCut(opened.value.door, memo) : null
  }
  if (!opened.ok) return fail(refusal('failed', opened.failure.message, null))
  if (!made) return fail(atAnotherServer())
  if (!made.ok) {
    const { status, message, advice } = made.failure
    return fail(refusal(status === 404 ? 'not_found' : 'failed', message, advice ?? null))
  }
  const { held, door } = opened.value
  const own: SessionMemo = { ...memo, opening: 'resume', session: made.value, before: null }
  const session = sessionOf(held, door, own)
  const text = firstMessage(wish)
  if (text !== '') {
    ground.remember(own)
    const sent = await session.send(text)
    if (!sent.ok) {
      session.close()
      return fail(refusal('failed', sent.failure.message, null))
    }
  }
  return ok({ session, held, memo: own, run: own.run ?? own.session })
}

/** Two servers of ours know nothing of each other's turns: what one of them steers, the other must not prompt. */
function isServedElsewhere({ origin }: DriveWish, url: string): boolean {
  const session = origin?.target.session
  return session instanceof OpencodeSession && session.url !== url
}

function atAnotherServer(): LaunchRefusal {
  const message = 'Its run is live on a server of ours that was started with other settings of OpenCode.'
  return {
    ...refusal('live_elsewhere', message, 'Ask for it where that run was started, or go on from a copy.'),
    offers: ['fork', 'continue'],
    owner: { pid: null, words: 'another server that was started here' },
  }
}

async function reopen(ground: DriveGround, held: Started['held'], value: unknown): Promise<Started['session']> {
  const memo = readSessionMemo(value)
  if (!memo) return null
  if (memo.way === 'terminal') {
    const { port } = memo
    return port === null ? null : terminalSession(ground, held, { ...memo, port })
  }
  if (memo.session === '') return null
  const url = await addressOf(held, systemClock)
  if (url === null) return null
  const door = await doorTo(ground, held, url)
  return sessionOf(held, door, memo)
}

function sessionOf(held: Started['held'], door: ServeDoor, memo: SessionMemo): OpencodeSession {
  const { session, run, folder, agent, model } = memo
  return new OpencodeSession({ held, door, session, run: run ?? session, folder, agent, model, clock: systemClock, hub: servers })
}

async function terminalSession(
  { stateFolder }: DriveGround,
  held: Started['held'],
  { folder, agent, model, port }: SessionMemo & { readonly port: number },
  more: Pick<OpencodeSessionOptions, 'firstWords'> = {},
): Promise<OpencodeSession> {
  const url = `http://127.0.0.1:${port}`
  const door = new ServeDoor(url, await servePassword(stateFolder))
  const hub = whenListening(servers, {
    isAwaited: () => held.isRunning(),
    isThere: () => listensAt(held.pid, port) !== false,
    // Whoever listens to servers would call one that is only starting a lost one.
    onListening: () => void noteOwnServer(stateFolder, { url, pid: held.pid }).catch(() => undefined),
  })
  const options = { session: null, run: null, folder, agent, model, clock: systemClock }
  return new OpencodeSession({ ...{ held, door, hub }, ...options, ...more })
}
