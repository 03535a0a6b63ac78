import { expect, it } from 'vitest'
import { windowTitle } from './followTitle'

it('names the run, harmless, with what waits', () => {
  expect(windowTitle('Fix\nlogin\u202e', 2)).toBe('(2) Fix login\ufffd – Understory')
  expect(windowTitle(null, 0)).toBe('Understory')
})
