import type { ShownPhase } from './shownPhase'
import type { Phase } from './views'

/** The group a phase belongs to: it chooses the hue, never alone. */
export type PhaseGroup = 'live' | 'need' | 'fail' | 'done' | 'cut' | 'lost'

/** The words on screen: the phase itself, but `waiting` is written as what it asks for. */
export function phaseWord(phase: ShownPhase): string {
  return phase === 'waiting' ? 'needs you' : phase
}

export function phaseGroup(phase: ShownPhase): PhaseGroup {
  switch (phase) {
    case 'starting':
    case 'running':
      return 'live'
    case 'waiting':
      return 'need'
    case 'failed':
      return 'fail'
    case 'completed':
      return 'done'
    case 'interrupted':
    case 'stopped':
    case 'paused':
      return 'cut'
    case 'orphaned':
    case 'unknown':
      return 'lost'
    default:
      return phase satisfies never
  }
}

/** It may still change without a person doing anything new. */
export function isActive(phase: Phase): boolean {
  return phase === 'starting' || phase === 'running' || phase === 'waiting'
}
