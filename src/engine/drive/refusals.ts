import type { DriveOwner } from '../../core/drive/driver'
import type { LaunchRefusal } from '../../shared/drive/launchPlan'
import type { ProgramProblem } from './programFinder'

type More = Partial<Omit<LaunchRefusal, 'code' | 'message'>>

export function refusal(code: LaunchRefusal['code'], message: string, more: More = {}): LaunchRefusal {
  return { code, message, advice: null, command: null, offers: [], owner: null, ...more }
}

export function programRefusal(problem: ProgramProblem, howToGet: string): LaunchRefusal {
  return refusal(problem.code, problem.message, { advice: problem.advice, command: howToGet })
}

/** Two writers on one conversation would each lose what the other writes. */
export function liveRefusal(owner: Extract<DriveOwner, { kind: 'ours' | 'foreign' }>): LaunchRefusal {
  if (owner.kind === 'ours')
    return refusal('live_elsewhere', 'This run is live here already: a second program would write into the same conversation.', {
      advice: owner.way === 'terminal' ? 'Type in its terminal, or fork it.' : 'Write to it in its composer, or fork it.',
      offers: ['fork'],
      owner: { pid: null, words: 'a run that was started here' },
    })
  const joins = owner.joinable === null ? [] : (['join'] as const)
  return refusal(
    'live_elsewhere',
    `It is live in ${owner.words}. A second program would write into the same conversation, and each would lose what the other writes.`,
    {
      advice: 'End it there first, or fork it: a fork goes on from a copy.',
      offers: [...joins, 'fork', 'continue', 'render'],
      owner: { pid: owner.pid, words: owner.words },
    },
  )
}
