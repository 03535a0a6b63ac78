import type { Phase } from '../../shared/views'

/** One column each, from the blocks every terminal font has; shapes differ, so that hue is never needed. */
export function phaseGlyph(phase: Phase): string {
  switch (phase) {
    case 'starting':
      return '◌'
    case 'running':
      return '◔'
    case 'waiting':
      return '◆'
    case 'completed':
      return '✓'
    case 'failed':
      return '✗'
    case 'interrupted':
      return '⊘'
    case 'stopped':
      return '■'
    case 'orphaned':
      return '○'
    case 'unknown':
      return '?'
    default:
      return phase satisfies never
  }
}
