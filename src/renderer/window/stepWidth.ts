import type { GrippedPane } from './Grip'

const step = 16

/** The width a key asks for; null: the key means something else. */
export function stepWidth(key: string, width: number, pane: Pick<GrippedPane, 'min' | 'max' | 'usual' | 'side'>): number | null {
  const wider = pane.side === 'right' ? 'ArrowRight' : 'ArrowLeft'
  const narrower = pane.side === 'right' ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case wider:
      return Math.min(pane.max, width + step)
    case narrower:
      return Math.max(pane.min, width - step)
    case 'Home':
      return pane.min
    case 'End':
      return pane.max
    case 'Enter':
      return pane.usual
    default:
      return null
  }
}
