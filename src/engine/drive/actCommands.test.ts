import { expect, it } from 'vitest'
import { actCommands } from './actCommands'

const resume = ['claude', '--resume', 'a']

it('a product’s command says where it works, and where the files lie only if that is not the usual place', () => {
  const place = { provider: 'claude', root: '/home/dev/.claude', folder: "/work/it's", env: { HOME: '/home/dev' } }
  expect(actCommands(place).product(resume)).toBe("cd '/work/it'\\''s' && claude --resume a")
  expect(actCommands({ ...place, folder: null }).product(resume)).toBe('claude --resume a')
  const moved = { ...place, root: '/else where', env: { ...place.env, CLAUDE_CONFIG_DIR: '/else where' }, folder: '/work' }
  expect(actCommands(moved).product(resume)).toBe("cd /work && CLAUDE_CONFIG_DIR='/else where' claude --resume a")
  // The folder may also have been chosen in our own settings.
  expect(actCommands({ ...moved, env: place.env }).product(resume)).toBe(actCommands(moved).product(resume))
  const store = { ...place, provider: 'opencode', root: '/home/dev/.local/share/opencode', folder: null }
  expect(actCommands({ ...store, env: { ...place.env, OPENCODE_DB: '/x.db' } }).product(['opencode'])).toBe(
    'OPENCODE_DB=/x.db opencode',
  )
})

it('ours says besides where our own state lies, and which program is meant', () => {
  const env = { HOME: '/home/dev', CODEX_HOME: '/c', UNDERSTORY_HOME: '/u', UNDERSTORY_CODEX_PROGRAM: '/bin/cx', OTHER: 'x' }
  const own = actCommands({ provider: 'codex', root: '/c', folder: '/work', env }).own(['resume', 'codex://a b'])
  expect(own).toMatch(
    /^CODEX_HOME=\/c UNDERSTORY_HOME=\/u UNDERSTORY_CODEX_PROGRAM=\/bin\/cx \S*understory resume 'codex:\/\/a b'$/,
  )
})
