import { expect, it } from 'vitest'
import { fail, ok } from '../../../shared/result'
import type { Clock } from '../../clock'
import type { ServeDoor } from './ServeDoor'
import { whenListening } from './whenListening'

const ears = { onOpen: () => undefined, onEvent: () => undefined, onLost: () => undefined }
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function stage() {
  const told = { isThere: false, answers: false, isAwaited: true, asked: 0, heard: 0, left: 0, listening: 0 }
  const due: (() => void)[] = []
  const clock: Clock = {
    now: () => 0,
    after: (_, run) => {
      due.push(run)
      return () => void due.splice(0)
    },
  }
  const get = () => {
    told.asked++
    return Promise.resolve(told.answers ? ok(null) : fail({ status: null, message: '' }))
  }
  const servers = {
    hear: () => {
      told.heard++
      return () => void told.left++
    },
  }
  const hub = whenListening(servers, {
    isAwaited: () => told.isAwaited,
    isThere: () => told.isThere,
    onListening: () => void told.listening++,
  })
  const door: Partial<ServeDoor> = { get }
  const stop = hub.hear(door as ServeDoor, clock, ears)
  const tick = async () => {
    await settled()
    for (const run of due.splice(0)) run()
    await settled()
  }
  return { told, stop, tick, due }
}

it('says nothing to a port before its program has it, then hears it once', async () => {
  const { told, stop, tick } = stage()
  await tick()
  expect([told.asked, told.heard]).toEqual([0, 0])
  told.isThere = true
  await tick()
  expect([told.asked, told.heard]).toEqual([1, 0])
  told.answers = true
  await tick()
  await tick()
  expect(told).toMatchObject({ asked: 2, heard: 1, listening: 1 })
  stop()
  expect(told.left).toBe(1)
})

it('stops waiting with its program, or when nobody wants to hear any more', async () => {
  const ended = stage()
  ended.told.isAwaited = false
  await ended.tick()
  await ended.tick()
  expect(ended.due).toEqual([])
  const left = stage()
  left.stop()
  Object.assign(left.told, { isThere: true, answers: true })
  await left.tick()
  expect(left.told.heard).toBe(0)
})
