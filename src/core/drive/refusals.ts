import type { LaunchRefusal } from '../../shared/drive/launchPlan'
import type { SessionOwner } from './driver'

export function refusal(code: LaunchRefusal['code'], message: string, advice: string | null): LaunchRefusal {
  return { code, message, advice, command: null, offers: [], owner: null }
}

/** The CLI itself accepts a second writer without a word, and both lose work. */
export function refuseLive(owner: SessionOwner): LaunchRefusal {
  return {
    code: 'live_elsewhere',
    message:
      'This run is live somewhere else. Resuming it here would put a second writer into one transcript, and both would lose work.',
    advice: 'Fork it: a new run from its present state, while the live one goes on untouched.',
    command: null,
    offers: ['fork'],
    owner: { pid: owner.pid, words: owner.words },
  }
}
