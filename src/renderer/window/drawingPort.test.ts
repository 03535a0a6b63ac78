import { expect, it } from 'vitest'
import { memoryPorts } from '../../testing/memoryPorts'
import { drawingPort } from './drawingPort'

it('says once when the next frame begins, whatever came before it, and nothing when the port is closed', async () => {
  const [engineEnd, pageEnd] = memoryPorts()
  const frames: (() => void)[] = []
  const told: unknown[] = []
  const heard: unknown[] = []
  let isMoved = false
  const port = drawingPort(
    pageEnd,
    (run) => void frames.push(run),
    () => isMoved,
  )
  port.onFrame((frame) => void heard.push(frame))
  engineEnd.onFrame((frame) => void told.push(frame))
  for (const word of ['one', 'two']) engineEnd.send(word)
  await expect.poll(() => heard).toEqual(['one', 'two'])
  expect(frames).toHaveLength(1)
  frames.pop()?.()
  await expect.poll(() => told).toEqual([{ kind: 'drawn' }])
  // Said as it is when the frame begins.
  engineEnd.send('three')
  await expect.poll(() => frames.length).toBe(1)
  isMoved = true
  frames.pop()?.()
  await expect.poll(() => told).toEqual([{ kind: 'drawn' }, { kind: 'drawn', isMoved: true }])
  engineEnd.send('four')
  await expect.poll(() => frames.length).toBe(1)
  const closed = new Promise<void>((resolve) => pageEnd.onClose(resolve))
  engineEnd.close()
  await closed
  frames.pop()?.()
  await Promise.resolve()
  expect(told).toHaveLength(2)
})
