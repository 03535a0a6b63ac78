import { expect, it } from 'vitest'
import { serverName } from './serverName'

const root = '/home/dev/.local/share/opencode'
const name = (env: Record<string, string> = {}, folder = root) =>
  serverName({ root: folder, env: { HOME: '/home/dev', PATH: '/usr/bin', ...env } })

it('another folder of sessions, configuration or rules is another server', () => {
  const others = [
    name({}, '/mnt/share/opencode'),
    name({ OPENCODE_PERMISSION: '{"bash":"deny"}' }),
    name({ OPENCODE_PERMISSION: '{"bash":"ask"}' }),
    name({ OPENCODE_CONFIG_CONTENT: '{"bash":"deny"}' }),
    name({ OPENCODE_DB: '/mnt/other.db' }),
    name({ XDG_CONFIG_HOME: '/mnt/config' }),
    name({ HOME: '/home/eve' }),
  ]
  expect(new Set([name(), ...others]).size).toBe(others.length + 1)
})

it('what says nothing to it is the same server, in any order', () => {
  expect(name({ TERM: 'xterm', XDG_SESSION_ID: '3', XDG_RUNTIME_DIR: '/run/user/1', OPENCODE_CONFIG: '' })).toBe(name())
  expect(name({ OPENCODE_SERVER_PASSWORD: 'theirs' })).toBe(name())
  expect(name({ OPENCODE_PURE: '1', OPENCODE_DB: 'x.db' })).toBe(name({ OPENCODE_DB: 'x.db', OPENCODE_PURE: '1' }))
})

it('a name tells nothing of the values', () => {
  expect(name({ OPENCODE_API_KEY: 'sesame' })).toMatch(/^serve [0-9a-f]{12}$/)
})
