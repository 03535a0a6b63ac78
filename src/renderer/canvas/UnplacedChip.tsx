import { formatCount } from '../../shared/formatCount'
import { Icon } from '../controls/Icon'
import { useForest } from '../store/forest'
import { useUi } from '../store/ui'

/** Agents without a known parent never stand silently under the root. */
export function UnplacedChip() {
  const count = useForest((forest) => forest.unplaced.length)
  const isOpen = useUi((ui) => ui.overlay === 'unplaced')
  if (count === 0) return null
  return (
    <button
      type="button"
      className="btn small canvas-unplaced canvas-over"
      aria-expanded={isOpen}
      onClick={() => useUi.setState({ overlay: isOpen ? null : 'unplaced' })}
    >
      <Icon name="unlink" size={14} />
      {`${formatCount(count)} ${count === 1 ? 'agent' : 'agents'} unplaced`}
    </button>
  )
}
