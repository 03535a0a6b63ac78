import { expect, it } from 'vitest'
import { type FarewellAnswer, openFarewell } from './farewell'

function open(...answers: FarewellAnswer[]) {
  const asked: number[] = []
  const farewell = openFarewell((active) => {
    asked.push(active)
    return Promise.resolve(answers.shift() ?? 'stay')
  })
  return { farewell, asked }
}

it('asks nothing where nothing runs, or where the person has said it once and for all', () => {
  const { farewell } = open()
  expect([farewell.isDecided(), farewell.keep()]).toEqual([true, null])
  farewell.note({ active: 3, choice: 'stop' })
  expect([farewell.isDecided(), farewell.keep()]).toEqual([true, null])
  farewell.note({ active: 3, choice: 'ask' })
  expect(farewell.isDecided()).toBe(false)
})

it('asks once, however often the end is wished for meanwhile', async () => {
  const { farewell, asked } = open('stay', 'stop')
  farewell.note({ active: 2, choice: 'ask' })
  expect(await Promise.all([farewell.decide(), farewell.decide()])).toEqual([false, false])
  expect(farewell.isDecided()).toBe(false)
  expect(await farewell.decide()).toBe(true)
  expect([farewell.isDecided(), farewell.keep(), asked]).toEqual([true, false, [2, 2]])
})
