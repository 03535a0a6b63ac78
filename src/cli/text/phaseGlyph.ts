import type { ShownPhase } from '../../shared/shownPhase'

/** One column each, from the blocks every terminal font has; shapes differ, so that hue is never needed. */
export function phaseGlyph(phase: ShownPhase): string {
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
    case 'paused':
      return '‖'
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
