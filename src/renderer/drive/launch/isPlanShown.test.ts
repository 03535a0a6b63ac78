import { expect, it } from 'vitest'
import type { LaunchPlan } from '../../../shared/drive/launchPlan'
import type { LaunchWish } from '../../../shared/drive/launchWish'
import { ProviderId } from '../../../shared/ids'
import { isPlanShown } from './isPlanShown'

const wish: LaunchWish = {
  ...{ provider: ProviderId.parse('claude'), way: 'headless', folder: '/work', prompt: 'go on', model: null, agent: null },
  ...{ mode: null, extra: [], origin: null },
}
const plan: LaunchPlan = { argv: ['x'], command: 'x', folder: '/work', notes: [], context: null }

it('holds while only the prompt has changed since', () => {
  expect(isPlanShown(wish, { plan, of: wish })).toBe(true)
  expect(isPlanShown({ ...wish, prompt: 'go on, now' }, { plan, of: wish })).toBe(true)
})

it('does not hold before anything was shown, or for another folder, mode or origin', () => {
  expect(isPlanShown(wish, { plan: null, of: null })).toBe(false)
  expect(isPlanShown(wish, { plan: null, of: wish })).toBe(false)
  expect(isPlanShown(null, { plan, of: wish })).toBe(false)
  expect(isPlanShown({ ...wish, folder: '/other' }, { plan, of: wish })).toBe(false)
  expect(isPlanShown({ ...wish, mode: 'bypassPermissions' }, { plan, of: wish })).toBe(false)
})
