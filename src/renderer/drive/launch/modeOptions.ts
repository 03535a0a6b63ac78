import type { ProgramFound } from '../../../shared/drive/programFound'

interface ModeOption {
  /** Empty: nothing is said to the program. */
  readonly value: string
  readonly label: string
}

/** The first of a product's modes is what it does when none is named: one choice, not two. */
export function modeOptions(modes: ProgramFound['modes']): readonly ModeOption[] {
  if (modes.length === 0) return [{ value: '', label: 'default' }]
  return modes.map(({ id, label }, at) => ({ value: at === 0 ? '' : id, label }))
}
