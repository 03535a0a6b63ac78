import { z } from 'zod'
import type { LaunchId } from '../../shared/drive/launch'

/** What a program has told its screen once, perhaps long before the output that is still kept. */
export const ScreenModes = z.object({
  isAlternate: z.boolean(),
  isBracketed: z.boolean(),
  isFocusTold: z.boolean(),
  isCursorApplication: z.boolean(),
  isKeypadApplication: z.boolean(),
  mouse: z.enum(['none', 'x10', 'vt200', 'drag', 'any']),
})
export type ScreenModes = z.infer<typeof ScreenModes>

const mouseModes = { none: null, x10: 9, vt200: 1000, drag: 1002, any: 1003 } as const

/** As the program said it. Mice are told of in the way of our days, which programs that ask for mice ask for too. */
export function modesText(modes: ScreenModes): string {
  const set = [
    modes.isAlternate && 1049,
    modes.isBracketed && 2004,
    modes.isFocusTold && 1004,
    modes.isCursorApplication && 1,
    mouseModes[modes.mouse],
    modes.mouse !== 'none' && 1006,
  ]
  const keypad = modes.isKeypadApplication ? '\x1b=' : ''
  return `${set.map((mode) => (mode ? `\x1b[?${mode}h` : '')).join('')}${keypad}`
}

const nameOf = (launch: LaunchId): string => `understory.terminal.modes.${launch}`

/** For the page as it is after it was loaded again. */
export const keptModes = {
  keep(launch: LaunchId, modes: ScreenModes): void {
    try {
      sessionStorage.setItem(nameOf(launch), JSON.stringify(modes))
    } catch {
      // Forbidden storage: a page that is loaded again shows what the kept output says.
    }
  },
  find(launch: LaunchId): ScreenModes | null {
    try {
      const found = ScreenModes.safeParse(JSON.parse(sessionStorage.getItem(nameOf(launch)) ?? 'null'))
      return found.success ? found.data : null
    } catch {
      return null
    }
  },
}
