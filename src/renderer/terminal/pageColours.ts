import type { ITheme } from '@xterm/xterm'
import { terminalColours } from './terminalColours'

/** The colours of the page as it is dressed now. */
export function pageColours(): ITheme {
  const style = getComputedStyle(document.documentElement)
  return terminalColours((token) => style.getPropertyValue(token))
}
