import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemDisk, walkRoot, walkRootInSlices } from './walkRoot'
import { makeTestFolder } from './watchTestFollower'

let folder: ReturnType<typeof makeTestFolder>
beforeEach(() => {
  folder = makeTestFolder()
  for (let i = 0; i < 40; i++) {
    mkdirSync(join(folder.path, `p${i % 4}/s${i}`), { recursive: true })
    writeFileSync(join(folder.path, `p${i % 4}/s${i}/f.jsonl`), 'x'.repeat(i))
  }
})
afterEach(() => folder.remove())

function refuse(code: string): never {
  throw Object.assign(new Error(code), { code })
}

it('gives each wanted file with what the system says of it', () => {
  const walk = walkRoot(folder.path, (path) => path.startsWith('p1/'))
  expect(walk).toMatchObject({ state: 'found', problems: [] })
  expect(walk.files.paths).toHaveLength(10)
  for (const [row, path] of walk.files.paths.entries()) {
    const { size, mtimeMs, ino, dev } = statSync(join(folder.path, path))
    const { sizes, mtimesMs, inos, devs } = walk.files
    expect([sizes[row], mtimesMs[row], inos[row], devs[row]]).toEqual([size, mtimeMs, ino, dev])
  }
})

it('does not enter refused folders', () => {
  const walk = walkRoot(folder.path, () => true, { enter: (path) => path !== 'p2' })
  expect(walk.files.paths).toHaveLength(30)
  expect(walk.folders.paths).toHaveLength(1 + 3 + 30)
})

it('ends in circles, and keeps the real path of what a link shows again', () => {
  symlinkSync(folder.path, join(folder.path, 'p0/loop'))
  symlinkSync(join(folder.path, 'p3'), join(folder.path, 'a-link-read-first'))
  symlinkSync('self', join(folder.path, 'self'))
  symlinkSync('nowhere', join(folder.path, 'broken'))
  symlinkSync(join(folder.path, 'p1/s1/f.jsonl'), join(folder.path, 'file-link'))
  const walk = walkRoot(folder.path, () => true)
  expect(walk.files.paths.filter((path) => !/^p\d\/s\d+\/f\.jsonl$/.test(path))).toEqual(['file-link'])
  expect(walk.files.paths).toHaveLength(41)
  expect(walk.problems).toEqual([{ path: 'self', reason: 'ELOOP' }])
})

it('reports what cannot be read and goes on', () => {
  const disk = {
    readFolder: (path: string) => (path.endsWith('/p1') ? refuse('EACCES') : systemDisk.readFolder(path)),
    stat: (path: string) => (path.endsWith('s4/f.jsonl') ? refuse('EIO') : systemDisk.stat(path)),
  }
  const walk = walkRoot(folder.path, () => true, { disk })
  expect(walk.problems.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: 'p0/s4/f.jsonl', reason: 'EIO' },
    { path: 'p1', reason: 'EACCES' },
  ])
  expect(walk.files.paths).toHaveLength(29)
})

it('says missing or unreadable of the root itself', () => {
  expect(walkRoot(join(folder.path, 'none'), () => true)).toMatchObject({ state: 'missing', problems: [] })
  expect(walkRoot(join(folder.path, 'p1/s1/f.jsonl'), () => true)).toMatchObject({ state: 'missing' })
  const disk = { ...systemDisk, readFolder: () => refuse('EACCES') }
  expect(walkRoot(folder.path, () => true, { disk })).toMatchObject({
    state: 'unreadable',
    problems: [{ path: '', reason: 'EACCES' }],
  })
})

it('finds the same in slices, letting others run between them, and stops when told', async () => {
  let turns = 0
  let isWalking = true
  const count = (): void => {
    turns++
    if (isWalking) setImmediate(count)
  }
  setImmediate(count)
  const walk = await walkRootInSlices(folder.path, () => true, { sliceMs: 0 })
  isWalking = false
  expect(walk).toEqual(walkRoot(folder.path, () => true))
  expect(turns).toBeGreaterThan(0)
  expect(await walkRootInSlices(folder.path, () => true, { signal: AbortSignal.abort() })).toBeUndefined()
  expect(readdirSync(folder.path)).toHaveLength(4)
})
