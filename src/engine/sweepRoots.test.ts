import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Timers } from './every'
import type { KnownFile } from './sweepRoots'
import { createSweep } from './sweepRoots'
import { makeTestFolder } from './watchTestFollower'

let folder: ReturnType<typeof makeTestFolder>
beforeEach(() => {
  folder = makeTestFolder()
  mkdirSync(join(folder.path, 'p'))
})
afterEach(() => folder.remove())

function put(path: string): void {
  writeFileSync(join(folder.path, path), 'x\n')
}

function knownNow(...paths: string[]): Map<string, KnownFile> {
  return new Map(paths.map((path) => [path, statSync(join(folder.path, path))]))
}

it('hints at new, changed and gone files, and at nothing else', async () => {
  for (const path of ['p/same', 'p/grown', 'gone']) put(path)
  const known = knownNow('p/same', 'p/grown', 'gone')
  appendFileSync(join(folder.path, 'p/grown'), 'y\n')
  rmSync(join(folder.path, 'gone'))
  put('p/new')
  put('p/unwanted.txt')
  const hints: string[] = []
  const sweep = createSweep({
    roots: [join(folder.path, 'missing'), folder.path],
    want: (path) => !path.endsWith('.txt'),
    known: (rootIndex) => (rootIndex === 1 ? known : new Map()),
    onHint: (rootIndex, path) => hints.push(`${rootIndex}:${path}`),
  })
  const report = await sweep.sweepNow()
  sweep.close()
  sweep.close()
  expect(hints.sort()).toEqual(['1:gone', '1:p/grown', '1:p/new'])
  expect(report).toEqual({ files: 3, differing: 3, problems: [] })
})

it('sweeps each interval and after a stall, and shares one waiting sweep', async () => {
  let now = 0
  const timers: { at: number; delayMs: number; run: () => void }[] = []
  const clock: Timers = {
    now: () => now,
    after: (delayMs, run) => {
      const timer = { at: now + delayMs, delayMs, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
    },
    soon: () => () => undefined,
  }
  let walks = 0
  let swept: () => void = () => undefined
  const sweep = createSweep({
    roots: [folder.path],
    want: () => true,
    known: () => new Map(),
    onHint: () => undefined,
    onWalk: () => {
      walks++
      swept()
    },
    timers: clock,
  })
  const fire = async (delayMs: number, lateMs: number): Promise<void> => {
    const index = timers.findIndex((timer) => timer.delayMs === delayMs)
    const [timer] = timers.splice(index, 1)
    now = (timer?.at ?? 0) + lateMs
    const done = new Promise<void>((resolve) => {
      swept = resolve
    })
    timer?.run()
    if (delayMs === 500 && lateMs < 1000) return
    await done
  }
  await fire(60_000, 0)
  expect(walks).toBe(1)
  await fire(500, 200)
  expect(walks).toBe(1)
  await fire(500, 1500)
  expect(walks).toBe(2)
  expect(sweep.sweepNow()).toBe(sweep.sweepNow())
  await sweep.sweepNow()
  expect(walks).toBe(3)
  sweep.close()
  expect(timers).toEqual([])
})
