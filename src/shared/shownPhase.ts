import { Phase } from './views'

/** How an agent stands, as a person is shown it: whose session is paused does not run, though its records cannot say so. */
export type ShownPhase = Phase | 'paused'

export const shownPhases: readonly ShownPhase[] = [...Phase.options, 'paused']

/** Whoever waits for a person goes on waiting, and what is over is over. */
export function shownPhase(phase: Phase, isPaused: boolean): ShownPhase {
  return isPaused && (phase === 'running' || phase === 'starting') ? 'paused' : phase
}
