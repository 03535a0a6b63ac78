import { expect, it } from 'vitest'
import { awaitRival } from './awaitRival'

const late = { pid: 12, words: 'process 12' }

/** Says so at this moment. */
function seek(fromMs: number) {
  let now = 0
  const clock = {
    now: () => now,
    after(ms: number, run: () => void) {
      now += ms
      queueMicrotask(run)
      return () => undefined
    },
  }
  return awaitRival(() => Promise.resolve(now >= fromMs ? [late] : []), clock).then((owner) => ({ owner, now }))
}

it('finds whoever says so within the time that a start takes, at once', async () => {
  expect(await seek(0)).toEqual({ owner: late, now: 0 })
  expect(await seek(850)).toEqual({ owner: late, now: 900 })
  expect(await seek(1500)).toEqual({ owner: late, now: 1500 })
})

it('waits no longer', async () => {
  expect(await seek(1501)).toEqual({ owner: null, now: 1500 })
})
