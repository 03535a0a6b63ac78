import { phaseWord } from '../../shared/phaseWord'
import type { ShownPhase } from '../../shared/shownPhase'
import { Icon } from './Icon'

interface PhaseIconProps {
  readonly phase: ShownPhase
  readonly size?: 12 | 14 | 16
  /** Said aloud, where no word stands beside it. */
  readonly label?: boolean
}

export function PhaseIcon({ phase, size = 16, label = false }: PhaseIconProps) {
  const said = label ? { label: phaseWord(phase) } : {}
  return <Icon name={`st-${phase}`} className={`st-${phase}`} size={size} {...said} />
}
