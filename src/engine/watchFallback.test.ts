import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemTimers } from './every'
import type { WatchDisk } from './watchDisk'
import { systemWatchDisk } from './watchDisk'
import type { WatchState } from './watchRoots'
import { watchRoots } from './watchRoots'
import type { Follower } from './watchTestFollower'
import { countHandles, followRoot, makeTestFolder } from './watchTestFollower'

let folder: ReturnType<typeof makeTestFolder>
let follower: Follower | undefined

beforeEach(() => {
  folder = makeTestFolder()
  for (let i = 0; i < 10; i++) mkdirSync(join(folder.path, `p${i}`))
  for (let i = 0; i < 10; i++) writeFileSync(join(folder.path, `p${i}/f.jsonl`), 'x\n')
})
afterEach(() => {
  follower?.close()
  follower = undefined
  folder.remove()
})

function coded(code: string): Error {
  return Object.assign(new Error(`${code}: refused on purpose`), { code })
}

/** Gives `watches` watches and then none, until some are closed. */
function exhaustedAfter(watches: number, code: string): WatchDisk {
  let left = watches
  return {
    ...systemWatchDisk,
    watch(...args) {
      if (left === 0) throw coded(code)
      left--
      const watch = systemWatchDisk.watch(...args)
      return {
        close: () => {
          left++
          watch.close()
        },
      }
    },
  }
}

describe('when the system has no watches left', () => {
  it.each(['ENOSPC', 'EMFILE'])('%s at the start: polls, says so, loses nothing', async (code) => {
    const before = countHandles()
    follower = await followRoot(folder.path, { disk: exhaustedAfter(5, code), pollMs: 10 })
    expect(follower.state()).toMatchObject({ mode: 'polling', folders: 0, roots: [{ state: 'polling' }] })
    expect(follower.state().note).toContain(code)
    expect(countHandles().watches).toBe(before.watches)
    appendFileSync(join(folder.path, 'p9/f.jsonl'), 'y\n')
    await follower.untilLikeDisk()
  })

  it('later, while new folders come: goes over to polling and misses none of them', async () => {
    follower = await followRoot(folder.path, { disk: exhaustedAfter(15, 'ENOSPC'), pollMs: 10 })
    expect(follower.state().mode).toBe('events')
    for (let i = 0; i < 20; i++) {
      mkdirSync(join(folder.path, `late${i}/deep`), { recursive: true })
      writeFileSync(join(folder.path, `late${i}/deep/f.jsonl`), 'x\n')
    }
    await follower.untilLikeDisk()
    await follower.until(() => follower?.states.at(-1)?.mode === 'polling')
  })

  it('one root polls, the other keeps its events: mixed', async () => {
    const other = makeTestFolder()
    let state: WatchState | undefined
    const watch = watchRoots(
      [other.path, folder.path],
      { onHint: ignore, onFolder: ignore, onState: (now) => (state = now) },
      { disk: exhaustedAfter(6, 'ENOSPC') },
    )
    await watch.ready
    expect(watch.state()).toMatchObject({ mode: 'mixed', roots: [{ state: 'watching' }, { state: 'polling' }] })
    await new Promise<void>((resolve) => systemTimers.soon(resolve))
    expect(state?.mode).toBe('mixed')
    watch.close()
    other.remove()
  })
})

it('a remote file system is polled, by its name', async () => {
  follower = await followRoot(folder.path, { disk: { ...systemWatchDisk, remoteKind: () => 'NFS' }, pollMs: 10 })
  expect(follower.state()).toMatchObject({ mode: 'polling' })
  expect(follower.state().note).toContain('NFS')
  appendFileSync(join(folder.path, 'p3/f.jsonl'), 'y\n')
  await follower.untilLikeDisk()
})

it('an unreadable folder is reported, the others go on, and once readable it is watched', async () => {
  let isRefusing = true
  const refusing: WatchDisk = {
    ...systemWatchDisk,
    readFolder(path) {
      if (isRefusing && path.endsWith('/p4')) throw coded('EACCES')
      return readdirSync(path, { withFileTypes: true })
    },
  }
  follower = await followRoot(folder.path, { disk: refusing })
  expect(follower.state().note).toContain('cannot watch p4 (EACCES)')
  expect(follower.state().folders).toBe(10)
  appendFileSync(join(folder.path, 'p5/f.jsonl'), 'y\n')
  await follower.untilLikeDisk()
  isRefusing = false
  await follower.sweep.sweepNow()
  expect(follower.state()).toMatchObject({ folders: 11, note: null })
  appendFileSync(join(folder.path, 'p4/f.jsonl'), 'y\n')
  await follower.untilLikeDisk()
})

it('a watch that breaks is set up again', async () => {
  let breakRoot: (() => void) | undefined
  const breaking: WatchDisk = {
    ...systemWatchDisk,
    watch(path, options, onEvent, onBroken) {
      const watch = systemWatchDisk.watch(path, options, onEvent, onBroken)
      if (path === folder.path)
        breakRoot = () => {
          watch.close()
          onBroken('EPERM')
        }
      return watch
    },
  }
  follower = await followRoot(folder.path, { disk: breaking })
  breakRoot?.()
  writeFileSync(join(folder.path, 'new.jsonl'), 'x\n')
  await follower.untilLikeDisk()
  expect(follower.state()).toMatchObject({ mode: 'events', folders: 11 })
})

it('one handle for the whole tree, as on macOS and Windows', async () => {
  follower = await followRoot(folder.path, { platform: 'win32' })
  expect(follower.state()).toMatchObject({ mode: 'events', folders: 1 })
  appendFileSync(join(folder.path, 'p5/f.jsonl'), 'y\n')
  mkdirSync(join(folder.path, 'n/deep'), { recursive: true })
  writeFileSync(join(folder.path, 'n/deep/f.jsonl'), 'x\n')
  await follower.untilLikeDisk()
})

function ignore(): void {
  return undefined
}
