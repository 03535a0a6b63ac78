import { expect, it } from 'vitest'
import { shareRunning } from './shareRunning'

it('works once for all who ask meanwhile, and anew afterwards, also after a failure', async () => {
  let begun = 0
  let settle: { resolve(n: number): void; reject(error: Error): void } = Promise.withResolvers<number>()
  const ask = shareRunning(() => {
    begun++
    const next = Promise.withResolvers<number>()
    settle = next
    return next.promise
  })
  const [one, two] = [ask(), ask()]
  expect(begun).toBe(1)
  settle.resolve(7)
  expect(await Promise.all([one, two])).toEqual([7, 7])
  const three = ask()
  expect(begun).toBe(2)
  settle.reject(new Error('no'))
  await expect(three).rejects.toThrow('no')
  void ask()
  expect(begun).toBe(3)
})
