import type { ShownPhase } from '../../shared/shownPhase'

/** What needs a person first, what is over last. */
export const loudOrder: readonly ShownPhase[] = [
  'waiting',
  'failed',
  'running',
  'starting',
  'paused',
  'interrupted',
  'stopped',
  'orphaned',
  'unknown',
  'completed',
]
