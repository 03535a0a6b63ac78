import type { Phase } from '../../shared/views'

/** What needs a person first, what is over last. */
export const loudOrder: readonly Phase[] = [
  'waiting',
  'failed',
  'running',
  'starting',
  'interrupted',
  'stopped',
  'orphaned',
  'unknown',
  'completed',
]
