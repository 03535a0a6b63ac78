import { expect, it } from 'vitest'
import { InputQueue } from './InputQueue'

function openQueue() {
  const sent: [string, number | null][] = []
  const refused: string[] = []
  let settle: (refusal: string | null) => void = () => undefined
  const queue = new InputQueue(
    (data, answers) => {
      sent.push([data, answers])
      return new Promise((resolve) => {
        settle = resolve
      })
    },
    (reason) => void refused.push(reason),
  )
  const arrive = async (refusal: string | null = null): Promise<void> => {
    settle(refusal)
    // A turn of the queue, and one of whoever waits for it.
    for (let i = 0; i < 4; i++) await Promise.resolve()
  }
  return { queue, sent, refused, arrive }
}

it('keeps the order, and takes along what came meanwhile', async () => {
  const { queue, sent, arrive } = openQueue()
  queue.type('l')
  queue.type('s')
  queue.type('\r')
  queue.type('\x1b[1;1R', 42)
  queue.type('x')
  expect(sent).toEqual([['l', null]])
  await arrive()
  await arrive()
  await arrive()
  expect(sent.slice(1)).toEqual([
    ['s\r', null],
    ['\x1b[1;1R', 42],
    ['x', null],
  ])
})

it('a long paste goes in parts that cut no letter', async () => {
  const { queue, sent, arrive } = openQueue()
  const text = `x${'🌳'.repeat(40_000)}`
  queue.type(text)
  for (let i = 0; i < 4; i++) await arrive()
  expect(sent.map(([data]) => data).join('')).toBe(text)
  for (const [data] of sent) {
    expect(data.length).toBeLessThanOrEqual(30_000)
    expect(data.isWellFormed()).toBe(true)
  }
})

it('what stands behind something refused is not sent', async () => {
  const { queue, sent, refused, arrive } = openQueue()
  queue.type('rm -r ')
  queue.type('old\r')
  await arrive('it has ended')
  expect(refused).toEqual(['it has ended'])
  queue.type('y')
  expect(sent.map(([data]) => data)).toEqual(['rm -r ', 'y'])
})
