import type { Settings } from '../../shared/settings'
import { useTold } from '../store/told'

const memory = 'understory.theme'

/** Dresses the page as the settings say; until the engine has told them, as the last time. */
export function followTheme(): void {
  const remembered = recall()
  if (remembered === 'dark' || remembered === 'light') document.documentElement.dataset['theme'] = remembered
  useTold.subscribe(({ settings }, before) => {
    if (settings !== before.settings) dress(settings)
  })
}

function dress({ theme, density }: Settings): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  dataset['density'] = density
  try {
    localStorage.setItem(memory, theme)
  } catch {
    // Forbidden storage: the first moment of the next start is in the system's theme.
  }
}

function recall(): string | null {
  try {
    return localStorage.getItem(memory)
  } catch {
    return null
  }
}
