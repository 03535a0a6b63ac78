import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { foldersAbove } from './foldersAbove'

it.each(['', 'shop', './shop', '//host/share', '\\\\host\\share', '/x\0y'])('asks no disk for %j', async (folder) => {
  expect(await foldersAbove(folder)).toEqual([])
})

it('goes up where nothing is, and comes to an end', async () => {
  const gone = join(tmpdir(), 'understory-nowhere', 'at', 'all')
  expect((await foldersAbove(gone)).slice(0, 3)).toEqual([gone, dirname(gone), dirname(dirname(gone))])
  expect((await foldersAbove(`/${'a/'.repeat(2000)}`)).length).toBeLessThan(100)
})
