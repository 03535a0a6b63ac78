import { create } from 'zustand'
import { useUi } from '../store/ui'

export type PaletteScope = 'all' | 'run'

export const usePalette = create<{ readonly scope: PaletteScope }>(() => ({ scope: 'all' }))

export function openPalette(scope: PaletteScope): void {
  usePalette.setState({ scope })
  useUi.setState({ overlay: 'palette' })
}

export function closePalette(): void {
  useUi.setState({ overlay: null })
}
