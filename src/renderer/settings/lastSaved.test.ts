import { expect, it } from 'vitest'
import type { Notice } from '../../shared/contract'
import { newTrouble } from './lastSaved'

const notice = (level: Notice['level'], message: string): Notice => ({ level, code: 'x', message })

it('only trouble that came after counts, the last of it', () => {
  const old = notice('error', 'old')
  const news = [old, notice('warning', 'first'), notice('warning', 'second'), notice('info', 'fine')]
  expect(newTrouble(news, [old])?.message).toBe('second')
  expect(newTrouble([old, notice('info', 'fine')], [old])).toBeUndefined()
})
