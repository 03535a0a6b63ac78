import { compareVersions } from '../../../core/drive/compareVersions'
import type { DriveGround, DrivePlan, DriveTarget, DriveWish, ProgramAt } from '../../../core/drive/driver'
import { firstMessage } from '../../../core/drive/firstMessage'
import { joinableAt } from '../../../core/drive/joinableAt'
import { quoteCommand } from '../../../core/drive/quoteCommand'
import { refusal, refuseLive } from '../../../core/drive/refusals'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import { fail, ok, type Result } from '../../../shared/result'
import { rulesOfMode } from './modeRules'
import { IN_OUR_TERMINAL } from './opencodeActs'
import { LISTENING, SERVE } from './serveArguments'
import type { SessionMemo } from './sessionMemo'
import { sessionOwners } from './sessionOwners'

export const HOW_TO_GET = 'npm install -g opencode-ai'

/** One argument may be no longer than this on Linux. */
const LONGEST_ARGUMENT = 128 * 1024 - 1

/** Says what would run. Writes nothing. */
export async function planSession(
  _: DriveGround,
  wish: DriveWish,
  { version }: ProgramAt,
): Promise<Result<DrivePlan, LaunchRefusal>> {
  const unheard = hindranceOfMode(wish)
  if (unheard) return fail(unheard)
  const joined = joinableAt(wish)
  if (joined !== null && wish.origin) return ok(planAttach(wish, wish.origin.target, joined))
  const text = firstMessage(wish)
  const isOld = compareVersions(version, STEERED_SINCE) < 0
  const hindered = hindranceOf(wish, text) ?? (isOld ? hindranceOfOld(wish, version) : null)
  if (hindered) return fail(hindered)
  const { origin } = wish
  // Without the message's name all of it would come along.
  if (origin !== null && origin.at !== null && origin.how !== 'render' && origin.cut?.messageId == null)
    return fail(refusal('not_possible', 'That item is part of no message that could be named.', 'Choose the one before it.'))
  const isNew = origin === null || origin.how === 'render'
  const target = isNew ? null : origin.target
  const session = target === null ? '' : (target.agent ?? target.run)
  const opening = isNew ? 'create' : origin.how === 'resume' ? 'resume' : 'fork'
  if (opening === 'resume' && target?.owner.kind === 'foreign') return fail(refuseLive(target.owner))
  if (opening === 'resume' && target?.owner.kind === 'unknown') return fail(refuseLive({ pid: null, words: target.owner.words }))
  if (opening === 'resume' && target?.owner.kind === 'ours' && target.owner.way === 'terminal') return fail(inOurTerminal())
  const [owner] = opening === 'resume' ? sessionOwners(session) : []
  if (owner) return fail(refuseLive(owner))
  const memo: SessionMemo = {
    way: wish.way,
    folder: wish.folder,
    opening,
    session,
    run: opening === 'resume' && target !== null && target.agent !== null ? target.run : null,
    // Set when the run starts: the message after the one that was chosen.
    before: isNew || origin.at === null ? null : (origin.cut?.messageId ?? null),
    // Without it a sub-agent's session would go on as the default agent.
    agent: wish.agent ?? (target?.agent == null ? null : target.type),
    model: wish.model,
    mode: wish.mode,
    port: null,
  }
  const argv =
    wish.way === 'headless' ? ['opencode', ...SERVE] : ['opencode', ...terminalArguments(memo, text, wish.extra, isOld)]
  const notes = wish.way === 'headless' ? notesOf(memo, text) : isOld ? [] : terminalNotes(memo, text)
  return ok({ shown: { argv, command: quoteCommand(argv), folder: wish.folder, notes, context: null }, memo })
}

/** The terminal's own server and the one for headless runs know nothing of each other's turns. */
function inOurTerminal(): LaunchRefusal {
  return {
    ...refusal('live_elsewhere', IN_OUR_TERMINAL, 'Ask for it in that terminal, or go on from a copy.'),
    offers: ['fork', 'continue'],
    owner: { pid: null, words: 'a terminal that was started here' },
  }
}

/** Only a client of the server that runs it: that one goes on when the client ends. */
function planAttach(wish: DriveWish, { agent, run }: DriveTarget, url: string): DrivePlan {
  const session = agent ?? run
  const argv = ['opencode', 'attach', url, '--session', session]
  const memo: SessionMemo = {
    ...{ way: 'terminal', folder: wish.folder, opening: 'resume', session, run: agent === null ? null : run },
    ...{ before: null, agent: null, model: null, mode: null, port: null },
  }
  const notes = ['Shows the session in the server that runs it; closing the terminal leaves it running.']
  return { shown: { argv, command: quoteCommand(argv), folder: wish.folder, notes, context: null }, memo }
}

const LISTENS =
  'PORT is one that is free when it starts. It listens there on this machine alone and behind a password, so that its agents are seen at once.'

function terminalNotes({ session }: SessionMemo, text: string): string[] {
  const bytes = new TextEncoder().encode(text).length
  return [LISTENS, ...(session === '' || bytes === 0 ? [] : [`Your message goes to it over HTTP, ${bytes} bytes.`])]
}

function notesOf({ opening, session, agent, before, folder }: SessionMemo, text: string): string[] {
  const bytes = new TextEncoder().encode(text).length
  const one = 'One server of ours serves all your runs, on this machine alone, behind a password; PORT is one that is free then.'
  const first = {
    create: `It is asked to create a session in ${folder}.`,
    resume: `It is asked to go on with ${session}.`,
    fork: `It is asked to copy ${session}${before === null ? '' : ' up to the message you chose'}; the original is left as it is.`,
  }[opening]
  const as = agent === null ? '' : ` as ${agent}`
  return [one, first, ...(bytes === 0 ? [] : [`The prompt goes to it over HTTP${as}, ${bytes} bytes.`])]
}

function terminalArguments(
  { opening, session, agent, model }: SessionMemo,
  text: string,
  extra: readonly string[],
  isOld: boolean,
): string[] {
  return [
    // Older ones know no password.
    ...(isOld ? [] : LISTENING),
    ...(session === '' ? [] : ['--session', session]),
    ...(opening === 'fork' ? ['--fork'] : []),
    ...(model === null ? [] : ['--model', model]),
    ...(agent === null ? [] : ['--agent', agent]),
    // With `=`: a prompt that begins with a dash is no option. A session that is there already takes none on the command line.
    ...(text === '' || (session !== '' && !isOld) ? [] : [`--prompt=${text}`]),
    ...extra,
  ]
}

/** Routes for permissions and questions were never seen driven in older ones. */
const STEERED_SINCE = '1.17.0'

function hindranceOfOld({ way, origin }: DriveWish, version: string): LaunchRefusal | null {
  const update = `Update it: ${HOW_TO_GET}`
  if (way === 'headless') {
    const message = `OpenCode ${version} is too old to be steered from here: ${STEERED_SINCE} or newer is needed.`
    return { ...refusal('old_program', message, `${update}, or choose Terminal.`), command: HOW_TO_GET }
  }
  if (origin === null || origin.how === 'resume' || origin.how === 'render') return null
  return { ...refusal('old_program', `OpenCode ${version} cannot fork a session.`, update), command: HOW_TO_GET }
}

/** A mode that was chosen and does not hold is worse than none. */
function hindranceOfMode({ mode, way, origin }: DriveWish): LaunchRefusal | null {
  if (rulesOfMode(mode) === null) return null
  if (way === 'terminal') {
    const message =
      'In a terminal OpenCode takes its rules from your configuration alone: this permission mode would not hold there.'
    return refusal('bad_value', message, 'Choose Headless, or the mode “as configured” (config).')
  }
  // A turn keeps the rules that it began with, and the prompt would go into that turn.
  if (origin?.how === 'resume' && origin.target.isWorking) {
    const message = 'It is in the middle of a turn, which keeps the rules that it began with.'
    return refusal('bad_value', message, 'Wait for its end, or choose the mode “as configured” (config).')
  }
  return null
}

function hindranceOf(wish: DriveWish, text: string): LaunchRefusal | null {
  const { origin, way } = wish
  const isNew = origin === null || origin.how === 'render'
  if (way === 'headless' && isNew && text.trim() === '') {
    return refusal('bad_value', 'There is no prompt: a headless run needs one to begin with.', 'Write one, or choose Terminal.')
  }
  if (way === 'headless' && wish.extra.length > 0) {
    return refusal(
      'bad_value',
      'One server serves all headless runs: it takes no arguments for one of them.',
      'Remove them, or choose Terminal.',
    )
  }
  if (way === 'headless' && wish.model !== null && !wish.model.includes('/')) {
    return refusal('bad_value', `“${wish.model}” names no provider.`, 'Write it as provider/model.')
  }
  if (way === 'terminal' && new TextEncoder().encode(text).length > LONGEST_ARGUMENT) {
    return refusal('bad_value', 'The prompt is too long for a command line.', 'Start it headless, or paste it into the terminal.')
  }
  if (way === 'terminal' && origin !== null && origin.how === 'resume' && origin.target.agent !== null) {
    return refusal(
      'not_possible',
      'In a terminal OpenCode shows a sub-agent’s session, and takes no prompt there.',
      'Choose Headless.',
    )
  }
  if (way === 'terminal' && origin !== null && origin.at !== null) {
    return refusal('not_possible', 'In a terminal OpenCode forks a session at its end only.', 'Choose Headless.')
  }
  return null
}
