import type { DriveTarget, ProgramAt } from '../../../core/drive/driver'
import type { ProductAct } from '../../../core/drive/productAct'

const program = 'opencode'

export const IN_OUR_TERMINAL =
  'It is open in a terminal that was started here: two loops over one session answer each prompt several times.'

/** What OpenCode has for a session or a sub-agent's session, strongest first. */
export function opencodeActs(target: DriveTarget, found: ProgramAt | null): readonly ProductAct[] {
  const missing = found ? null : 'OpenCode was not found on this machine.'
  const { agent, run } = target
  const session = agent ?? run
  const isRoot = agent === null
  return [
    joinAct(target, missing),
    {
      name: 'resume',
      label: isRoot ? 'Resume' : 'Ask it to go on',
      reason: missing ?? resumeReason(target),
      argv: isRoot ? [program, '--session', session] : null,
      how: 'resume',
      isTerminalOnly: false,
    },
    {
      name: isRoot ? 'fork' : 'continue',
      label: isRoot ? 'Fork' : 'Continue from here',
      reason: missing,
      argv: [program, '--session', session, '--fork'],
      how: isRoot ? 'fork' : 'continue',
      isTerminalOnly: false,
    },
  ]
}

function joinAct({ owner, agent, run }: DriveTarget, missing: string | null): ProductAct {
  const url = owner.kind === 'foreign' ? owner.joinable : null
  const why =
    owner.kind === 'foreign'
      ? `It is live in ${owner.words}, which has no open server that could be joined.`
      : 'No other process runs it.'
  return {
    name: 'join',
    label: 'Attach',
    reason: missing ?? (url === null ? why : null),
    argv: url === null ? null : [program, 'attach', url, '--session', agent ?? run],
    how: 'join',
    isTerminalOnly: true,
  }
}

function resumeReason({ owner }: DriveTarget): string | null {
  switch (owner.kind) {
    case 'nobody':
      return null
    // Over one server a prompt waits its turn; a terminal is a server of its own.
    case 'ours':
      return owner.way === 'terminal' ? IN_OUR_TERMINAL : null
    case 'foreign':
      return `It is live in ${owner.words}: two loops over one session answer each prompt several times.`
    case 'unknown':
      return `Nobody can tell whether it is live: ${owner.words}.`
    default:
      return owner satisfies never
  }
}
