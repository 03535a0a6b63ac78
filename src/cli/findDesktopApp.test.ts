import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findDesktopApp } from './findDesktopApp'

const folder = mkdtempSync(join(tmpdir(), 'understory-desktop-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const display = { DISPLAY: ':1' }

function put(path: string, text = ''): string {
  const whole = join(folder, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
  return whole
}

it('says in words why there can be no window', () => {
  expect(findDesktopApp(folder, {}, 'linux')).toMatch(/no display/)
  expect(findDesktopApp(folder, { DISPLAY: '' }, 'linux')).toMatch(/no display/)
  expect(findDesktopApp(join(folder, 'bare'), display, 'linux')).toMatch(/no Electron/)
  expect(findDesktopApp(join(folder, 'bare'), {}, 'darwin')).toMatch(/no Electron/)
})

it('starts the Electron that npm fetched on the folder of the product', () => {
  put('project/node_modules/electron/path.txt', 'electron')
  expect(findDesktopApp(join(folder, 'project'), display, 'linux')).toMatch(/no Electron/)
  const program = put('project/node_modules/electron/dist/electron')
  expect(findDesktopApp(join(folder, 'project'), { WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toEqual({
    program,
    leading: [join(folder, 'project')],
  })
})

it('or the one a person named', () => {
  const program = put('mine/electron')
  const found = findDesktopApp(join(folder, 'bare'), { ...display, ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'mine') }, 'linux')
  expect(found).toEqual({ program, leading: [join(folder, 'bare')] })
})

it.each(['app.asar', 'app.asar.unpacked'])('an installed app is its own program, asked from %s', (name) => {
  const program = put('installed/understory-app')
  expect(findDesktopApp(join(folder, 'installed', 'resources', name), display, 'linux')).toEqual({ program, leading: [] })
})
