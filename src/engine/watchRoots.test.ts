import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WatchDisk } from './watchDisk'
import { systemWatchDisk } from './watchDisk'
import type { WatchSettings } from './watchRoots'
import type { Follower } from './watchTestFollower'
import { countHandles, followRoot, makeTestFolder } from './watchTestFollower'

let folder: ReturnType<typeof makeTestFolder>
let root: string
let followers: Follower[]

beforeEach(() => {
  folder = makeTestFolder()
  root = join(folder.path, 'home', 'root')
  mkdirSync(root, { recursive: true })
  followers = []
})
afterEach(() => {
  for (const follower of followers) follower.close()
  folder.remove()
})

async function follow(settings?: WatchSettings): Promise<Follower> {
  const follower = await followRoot(root, settings)
  followers.push(follower)
  return follower
}

function put(path: string, text: string): string {
  const absolute = join(root, path)
  mkdirSync(join(absolute, '..'), { recursive: true })
  writeFileSync(absolute, text)
  return absolute
}

// Each case: do it to the disk, then what was read must become what is there. Run with events and by polling.
describe.each([
  ['events', {}],
  ['polling', { mode: 'polling', pollMs: 20 }],
] as const)('nothing is lost (%s)', (_name, settings) => {
  it('two appends 20 ms apart, then silence', async () => {
    const files = Array.from({ length: 20 }, (_, i) => put(`p/f${i}.jsonl`, 'x\n'))
    const follower = await follow(settings)
    for (const file of files) appendFileSync(file, 'a\n')
    await pause(20)
    for (const file of files) appendFileSync(file, 'b\n')
    await follower.untilLikeDisk()
  })

  it('an atomic replace, then an append to the new file', async () => {
    const file = put('p/f.jsonl', 'old\n')
    const follower = await follow(settings)
    writeFileSync(`${file}.tmp`, 'new content\n')
    renameSync(`${file}.tmp`, file)
    await follower.untilLikeDisk()
    appendFileSync(file, 'more\n')
    await follower.untilLikeDisk()
    expect(follower.read.get('p/f.jsonl')?.text).toBe('new content\nmore\n')
  })

  it('a truncated file, grown again past its old length', async () => {
    const file = put('f.jsonl', 'one\ntwo\n')
    const follower = await follow(settings)
    truncateSync(file, 4)
    await follower.untilLikeDisk()
    writeFileSync(file, 'other\nlines\naltogether\n')
    await follower.untilLikeDisk()
  })

  it('a new nested folder with a file made at once, appended to later', async () => {
    const follower = await follow(settings)
    for (let i = 0; i < 10; i++) put(`new${i}/a/b/c/f.jsonl`, 'first\n')
    await follower.untilLikeDisk()
    for (let i = 0; i < 10; i++) appendFileSync(join(root, `new${i}/a/b/c/f.jsonl`), 'second\n')
    await follower.untilLikeDisk()
  })

  it('200 folders in one burst, interleaved with appends', async () => {
    const follower = await follow(settings)
    for (let i = 0; i < 200; i++) put(`p${i % 20}/s${i}/subagents/b.jsonl`, '{}\n')
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => appendFile(join(root, `p${i % 20}/s${i}/subagents/b.jsonl`), '{"n":1}\n')),
    )
    await follower.untilLikeDisk()
    for (let i = 0; i < 200; i++) appendFileSync(join(root, `p${i % 20}/s${i}/subagents/b.jsonl`), '{"n":2}\n')
    await follower.untilLikeDisk()
    expect(follower.read.size).toBe(200)
  })

  it('a root that appears later, several folders deep', async () => {
    rmSync(join(folder.path, 'home'), { recursive: true })
    const follower = await follow(settings)
    expect(follower.state().roots[0]?.state).toBe('missing')
    mkdirSync(join(folder.path, 'home'))
    put('p/f.jsonl', 'early\n')
    await follower.untilLikeDisk()
    expect(follower.read.size).toBe(1)
    appendFileSync(join(root, 'p/f.jsonl'), 'later\n')
    await follower.untilLikeDisk()
  })

  it('a root deleted and recreated: at once, after a while, and with the folder above it', async () => {
    put('p/f.jsonl', 'one\n')
    const follower = await follow(settings)
    rmSync(root, { recursive: true })
    put('p/f.jsonl', 'two, at once\n')
    await follower.untilLikeDisk()
    rmSync(root, { recursive: true })
    await follower.until(() => follower.read.size === 0 && follower.state().roots[0]?.state === 'missing')
    put('p/q/f.jsonl', 'three\n')
    await follower.untilLikeDisk()
    renameSync(join(folder.path, 'home'), join(folder.path, 'home.old'))
    put('r/f.jsonl', 'four\n')
    await follower.untilLikeDisk()
    appendFileSync(join(root, 'r/f.jsonl'), 'five\n')
    await follower.untilLikeDisk()
  })

  it('a project folder renamed, and another made under its old name', async () => {
    put('p/s/f.jsonl', 'one\n')
    const follower = await follow(settings)
    renameSync(join(root, 'p'), join(root, 'q'))
    await follower.untilLikeDisk()
    appendFileSync(join(root, 'q/s/f.jsonl'), 'two\n')
    await follower.untilLikeDisk()
    put('p/s/f.jsonl', 'another\n')
    await follower.untilLikeDisk()
    appendFileSync(join(root, 'p/s/f.jsonl'), 'and more\n')
    appendFileSync(join(root, 'q/s/f.jsonl'), 'three\n')
    await follower.untilLikeDisk()
  })

  it('a folder deleted and made again in the same breath, 20 times', async () => {
    put('p/s/f.jsonl', 'start\n')
    const follower = await follow(settings)
    for (let i = 0; i < 20; i++) {
      rmSync(join(root, 'p'), { recursive: true })
      put('p/s/f.jsonl', `round ${i}\n`)
      await follower.untilLikeDisk()
      appendFileSync(join(root, 'p/s/f.jsonl'), 'appended\n')
      await follower.untilLikeDisk()
    }
  })

  it('symbolic links that lead in a circle, and one that leads out', async () => {
    put('p/f.jsonl', 'one\n')
    const outside = join(folder.path, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'g.jsonl'), 'far\n')
    symlinkSync(root, join(root, 'p/loop'))
    symlinkSync(outside, join(root, 'out'))
    const follower = await follow(settings)
    expect([...follower.read.keys()].sort()).toEqual(['out/g.jsonl', 'p/f.jsonl'])
    symlinkSync(join(root, 'p'), join(root, 'second-loop'))
    appendFileSync(join(root, 'p/f.jsonl'), 'two\n')
    appendFileSync(join(outside, 'g.jsonl'), 'farther\n')
    await follower.untilLikeDisk()
  })

  it('events that never arrive are found by the sweep, folders made meanwhile are watched afterwards', async () => {
    const file = put('p/f.jsonl', 'one\n')
    put('p/doomed.jsonl', 'x\n')
    const follower = await follow(settings)
    follower.isDeaf = true
    appendFileSync(file, 'two\n')
    rmSync(join(root, 'p/doomed.jsonl'))
    put('new/deep/g.jsonl', 'hello\n')
    await follower.until(() => follower.hints.length >= 3)
    follower.isDeaf = false
    await follower.sweep.sweepNow()
    await follower.untilLikeDisk()
    appendFileSync(join(root, 'new/deep/g.jsonl'), 'again\n')
    await follower.untilLikeDisk()
  })
})

describe('watching by events', () => {
  it('watches the folder above a missing root and nothing beside it', async () => {
    rmSync(join(folder.path, 'home'), { recursive: true })
    mkdirSync(join(folder.path, 'other/deep/deeper'), { recursive: true })
    const watched: string[] = []
    const disk: WatchDisk = {
      ...systemWatchDisk,
      watch(...args) {
        watched.push(args[0])
        return systemWatchDisk.watch(...args)
      },
    }
    const follower = await follow({ disk })
    mkdirSync(join(folder.path, 'home/beside/deep'), { recursive: true })
    put('f.jsonl', 'x\n')
    await follower.untilLikeDisk()
    expect([...new Set(watched)].sort()).toEqual([folder.path, join(folder.path, 'home'), root])
  })

  it('leaves refused folders unwatched and unwanted files unmentioned', async () => {
    put('tools/big/a.jsonl', 'x\n')
    const follower = await follow({ enter: (path) => path !== 'tools', want: (path) => path.endsWith('.jsonl') })
    expect(follower.state().folders).toBe(1)
    put('tools/big/b.jsonl', 'x\n')
    put('note.txt', 'x\n')
    put('f.jsonl', 'x\n')
    await follower.until(() => follower.read.has('f.jsonl'))
    expect(new Set(follower.hints)).toEqual(new Set(['f.jsonl']))
  })

  it('a full event queue: the sweep finds the files, and their new folders are watched from then on', async () => {
    put('old/f.jsonl', 'one\n')
    let isFull = false
    const disk: WatchDisk = {
      ...systemWatchDisk,
      watch: (path, options, onEvent, onBroken) =>
        systemWatchDisk.watch(path, options, (event, name) => (isFull ? lost.push(path) : onEvent(event, name)), onBroken),
    }
    const lost: string[] = []
    const follower = await follow({ disk })
    isFull = true
    put('new/deep/f.jsonl', 'one\n')
    renameSync(join(root, 'old'), join(root, 'moved'))
    appendFileSync(join(root, 'moved/f.jsonl'), 'two\n')
    // Events come in order: when the last one has been dropped, all have.
    while (!lost.includes(join(root, 'old'))) await new Promise((resolve) => setImmediate(resolve))
    expect(follower.hints).toEqual([])
    isFull = false
    await follower.sweep.sweepNow()
    await follower.untilLikeDisk()
    appendFileSync(join(root, 'new/deep/f.jsonl'), 'three\n')
    appendFileSync(join(root, 'moved/f.jsonl'), 'three\n')
    await follower.untilLikeDisk()
    expect(follower.state().folders).toBe(4)
  })

  it('one folder costs one watch, and none is left after close', async () => {
    const before = countHandles()
    for (let i = 0; i < 50; i++) put(`p${i}/s/f.jsonl`, 'x\n')
    const follower = await follow()
    expect(follower.state()).toMatchObject({ mode: 'events', folders: 101, note: null })
    // 101 folders of the root and the one above it.
    expect(countHandles().watches - before.watches).toBe(102)
    expect(follower.state().limit).toBe(Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'latin1')))
    follower.close()
    follower.close()
    expect(countHandles().watches).toBe(before.watches)
    put('p0/late.jsonl', 'x\n')
    expect(follower.hints).toEqual([])
  })
})
