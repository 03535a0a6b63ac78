import { expect, it } from 'vitest'
import { toyDriver } from '../../testing/drive/toyDriver'
import { childEnvironment } from './childEnvironment'

it('hands on what is the person’s own, and nothing of ours', () => {
  const env = childEnvironment(
    {
      PATH: '/bin',
      LANG: 'de_DE.UTF-8',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--inspect',
      UNDERSTORY_HOME: '/x',
      UNDERSTORY_TOY_PROGRAM: '/y',
      NOTHING: undefined,
      NODE_EXTRA_CA_CERTS: '/certs',
    },
    [],
  )
  expect(env).toEqual({ PATH: '/bin', LANG: 'de_DE.UTF-8', NODE_EXTRA_CA_CERTS: '/certs' })
})

it('does not let a session take itself for a part of the one in which we were started', () => {
  const env = childEnvironment({ HOME: '/home/dev', TOY_SESSION: '7', TOY_API_KEY: 'k' }, [toyDriver()])
  expect(env).toEqual({ HOME: '/home/dev', TOY_API_KEY: 'k' })
})
