import type { DriveTarget, ProgramAt } from '../../../core/drive/driver'
import type { ProductAct } from '../../../core/drive/productAct'
import { isAtLeast } from '../../../core/isAtLeast'

const program = 'claude'

/** The tool by which a session goes on with an agent of its own; older releases have none, or none that may be used. */
const SENDS_MESSAGES = [2, 1, 205]

/** What Claude Code has for a session or one of its agents, strongest first. */
export function claudeActs(target: DriveTarget, found: ProgramAt | null): readonly ProductAct[] {
  const missing = found ? null : 'Claude Code was not found on this machine.'
  return target.agent === null ? rootActs(target, missing) : agentActs(target, missing, found)
}

function rootActs(target: DriveTarget, missing: string | null): readonly ProductAct[] {
  const { owner, run } = target
  const join = owner.kind === 'foreign' ? owner.joinable : null
  return [
    {
      name: 'join',
      label: 'Attach',
      reason: missing ?? joinReason(target),
      argv: join === null ? null : [program, 'attach', join],
      how: 'join',
      isTerminalOnly: true,
    },
    {
      name: 'resume',
      label: 'Resume',
      reason: missing ?? resumeReason(target),
      argv: [program, '--resume', run],
      how: 'resume',
      isTerminalOnly: false,
    },
    {
      name: 'fork',
      label: 'Fork',
      reason: missing,
      argv: [program, '--resume', run, '--fork-session'],
      how: 'fork',
      isTerminalOnly: false,
    },
  ]
}

function joinReason({ owner }: DriveTarget): string | null {
  if (owner.kind === 'ours') return 'It runs here.'
  if (owner.kind !== 'foreign') return 'No process runs it.'
  return owner.joinable === null
    ? `It is live in ${owner.words}: only background sessions of Claude Code can be attached to.`
    : null
}

function resumeReason({ owner }: DriveTarget): string | null {
  switch (owner.kind) {
    case 'nobody':
      return null
    case 'ours':
      return 'It runs here.'
    case 'foreign':
      return `It is live in ${owner.words}: a second writer would lose work of both.`
    case 'unknown':
      return `Nobody can tell whether it is live: ${owner.words}.`
    default:
      return owner satisfies never
  }
}

function agentActs(target: DriveTarget, missing: string | null, found: ProgramAt | null): readonly ProductAct[] {
  const whole = 'Claude Code resumes whole runs only; Continue makes a run of this agent.'
  return [
    { name: 'resume', label: 'Resume', reason: whole, argv: null, how: null, isTerminalOnly: false },
    {
      name: 'continue',
      label: 'Continue from here',
      reason: missing ?? (target.file === null ? 'It has no transcript of its own yet.' : null),
      argv: null,
      how: 'continue',
      isTerminalOnly: false,
    },
    {
      name: 'ask_parent',
      label: 'Ask its parent to continue it',
      reason: askReason(target, found),
      argv: null,
      how: null,
      isTerminalOnly: false,
    },
  ]
}

/** What is sent goes to the session: it is the parent only of those that it called itself. */
function askReason({ session, version, depth }: DriveTarget, found: ProgramAt | null): string | null {
  if (session === null || session.hindrance('send') !== null) return 'Its run is not steered from here.'
  const release = version ?? found?.version ?? null
  if (isAtLeast(release, SENDS_MESSAGES) !== true)
    return 'This release of Claude Code has no tool by which a session goes on with an agent of its own.'
  return depth > 1 ? 'Its parent is an agent too, and only the session can be written to.' : null
}
