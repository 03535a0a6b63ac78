import { expect, it } from 'vitest'
import { modesText, type ScreenModes } from './keptModes'

const plain: ScreenModes = {
  isAlternate: false,
  isBracketed: false,
  isFocusTold: false,
  isCursorApplication: false,
  isKeypadApplication: false,
  mouse: 'none',
}

it('says again what a program has said once', () => {
  expect(modesText(plain)).toBe('')
  expect(modesText({ ...plain, isBracketed: true })).toBe('\x1b[?2004h')
  expect(modesText({ ...plain, isAlternate: true, mouse: 'drag' })).toBe('\x1b[?1049h\x1b[?1002h\x1b[?1006h')
  expect(modesText({ ...plain, isKeypadApplication: true, isCursorApplication: true })).toBe('\x1b[?1h\x1b=')
})
