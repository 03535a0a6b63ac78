import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { executableName, findElectron } from './findElectron.mjs'
import { isIntact, registryRuntime } from './registryRuntime.mjs'

const folder = mkdtempSync(join(tmpdir(), 'understory-electron-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('takes the runtime only when every byte is the one that was tried', () => {
  const bytes = Buffer.from('archive')
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  expect(isIntact(bytes, integrity)).toBe(true)
  expect(isIntact(Buffer.from('archivE'), integrity)).toBe(false)
})

it.each([
  ['darwin', 'x64'],
  ['win32', 'x64'],
  ['linux', 'arm64'],
])('has no runtime of the registry for %s %s', (platform, arch) => {
  expect(registryRuntime(platform, arch)).toBeNull()
})

it('takes the Electron that a person named before any other, and no other where that is none', () => {
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder })).toBeNull()
  const executable = join(folder, executableName())
  mkdirSync(dirname(executable), { recursive: true })
  writeFileSync(executable, '')
  writeFileSync(join(folder, 'version'), 'v45.0.1\n')
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder })).toEqual({
    kind: 'override',
    folder,
    executable,
    version: '45.0.1',
  })
})
