import { expect, it } from 'vitest'
import { keeperStart } from './keeperStart'

const env = { PATH: '/bin', HOME: '/home/me', SECRET_KEY: 'x', NODE_OPTIONS: '--inspect', ELECTRON_RUN_AS_NODE: undefined }

it('is this very Node with the script, and carries no secrets', () => {
  const start = keeperStart({ env, execPath: '/usr/bin/node', isElectron: false, folder: '/app' })
  expect(start.program).toBe('/usr/bin/node')
  expect(start.args.slice(-2)).toEqual(['/app/out/main/keeper.js', '--understory-keeper'])
  expect(start.env).toEqual({ MALLOC_ARENA_MAX: '1', PATH: '/bin', HOME: '/home/me' })
})

it('is Electron as Node where the app is not packed', () => {
  const start = keeperStart({ env, execPath: '/e/electron', isElectron: true, folder: '/app' })
  expect(start.env['ELECTRON_RUN_AS_NODE']).toBe('1')
})

it('is the app itself where it is packed', () => {
  const start = keeperStart({ env, execPath: '/o/understory-app', isElectron: true, folder: '/o/resources/app.asar' })
  expect(start.program).toBe('/o/understory-app')
  expect(start.args.at(-1)).toBe('--understory-keeper')
  expect(start.env['ELECTRON_RUN_AS_NODE']).toBeUndefined()
  const mac = '/A/Understory.app/Contents'
  const helper = `${mac}/Frameworks/Understory Helper.app/Contents/MacOS/Understory Helper`
  const packed = { env, execPath: helper, isElectron: true, folder: `${mac}/Resources/app.asar` }
  expect(keeperStart(packed).program).toBe(`${mac}/MacOS/Understory`)
})
