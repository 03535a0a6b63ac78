import type { DriveTarget, ProgramAt } from '../../../core/drive/driver'
import type { ProductAct } from '../../../core/drive/productAct'

const program = 'codex'

/** What Codex has for a thread, strongest first. */
export function codexActs(target: DriveTarget, found: ProgramAt | null): readonly ProductAct[] {
  const missing = found ? null : 'Codex was not found on this machine.'
  const { agent, run } = target
  const thread = agent ?? run
  const fork: ProductAct = {
    name: agent === null ? 'fork' : 'continue',
    label: agent === null ? 'Fork' : 'Continue from here',
    reason: missing,
    argv: [program, 'fork', thread],
    how: agent === null ? 'fork' : 'continue',
    isTerminalOnly: false,
  }
  const resume: ProductAct = {
    name: 'resume',
    label: 'Resume',
    reason: missing ?? resumeReason(target),
    argv: [program, 'resume', thread],
    how: 'resume',
    isTerminalOnly: false,
  }
  return agent === null ? [joinAct(target, missing), resume, fork] : [resume, fork]
}

function joinAct({ owner, run }: DriveTarget, missing: string | null): ProductAct {
  const isJoinable = owner.kind === 'foreign' && owner.joinable !== null
  const why =
    owner.kind === 'foreign'
      ? `It is live in ${owner.words}: only threads of the Codex daemon can be joined.`
      : 'No other process runs it.'
  return {
    name: 'join',
    label: 'Attach',
    reason: missing ?? (isJoinable ? null : why),
    argv: isJoinable ? [program, 'resume', run] : null,
    how: 'join',
    isTerminalOnly: true,
  }
}

function resumeReason({ owner, agent }: DriveTarget): string | null {
  if (agent !== null) return 'A sub-agent’s thread is forked, so that its own record stays as it is.'
  switch (owner.kind) {
    case 'nobody':
      return null
    case 'ours':
      return 'It runs here.'
    case 'foreign':
      return `It is live in ${owner.words}.`
    case 'unknown':
      return `Nobody can tell whether it is live: ${owner.words}.`
    default:
      return owner satisfies never
  }
}
