import { expect, it } from 'vitest'
import { shareNext } from './shareNext'

/** Work that ends when it is told to; each one is numbered. */
function stage() {
  const gates: PromiseWithResolvers<void>[] = []
  let count = 0
  const ask = shareNext(async () => {
    const mine = ++count
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return mine
  })
  const end = async (at: number, error?: Error): Promise<void> => {
    if (error) gates[at]?.reject(error)
    else gates[at]?.resolve()
    for (let turns = 0; turns < 10; turns++) await Promise.resolve()
  }
  return { ask, end, count: () => count }
}

it('all who ask while it is going on share the next one', async () => {
  const { ask, end, count } = stage()
  const first = ask()
  const late = [ask(), ask()]
  expect(count()).toBe(1)
  await end(0)
  expect([await first, count()]).toEqual([1, 2])
  const later = ask()
  await end(1)
  expect(await Promise.all(late)).toEqual([2, 2])
  await end(2)
  expect(await later).toBe(3)
})

it('what fails is told to those who asked for it, and the next one begins', async () => {
  const { ask, end } = stage()
  const first = ask()
  const next = ask()
  const failing = expect(first).rejects.toThrow('broken')
  await end(0, new Error('broken'))
  await failing
  await end(1)
  expect(await next).toBe(2)
  const alone = ask()
  await end(2)
  expect(await alone).toBe(3)
})
