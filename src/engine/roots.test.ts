import { expect, it } from 'vitest'
import { rootsFromEnvironment, unusualPlaces, variablesForRoot } from './roots'

const env = { HOME: '/home/dev' }

it.each([
  ['claude', '/home/dev/.claude', {}],
  ['claude', '/other/claude', { CLAUDE_CONFIG_DIR: '/other/claude' }],
  ['codex', '/other', { CODEX_HOME: '/other' }],
  ['opencode', '/data/opencode', { XDG_DATA_HOME: '/data' }],
  ['logtoy', '/toys', {}],
])('a program of %s that is to use %s is told so only where it must be', (provider, root, expected) => {
  const told = variablesForRoot(provider, root, env)
  expect(told).toEqual(expected)
  if (provider !== 'logtoy') expect(rootsFromEnvironment({ ...env, ...told })[provider]).toBe(root)
})

it.each([
  ['claude', { CLAUDE_CONFIG_DIR: '/home/dev/.claude' }, {}],
  ['claude', { CLAUDE_CONFIG_DIR: '/else where', CODEX_HOME: '/x' }, { CLAUDE_CONFIG_DIR: '/else where' }],
  ['codex', { CODEX_HOME: '' }, {}],
  ['codex', { CODEX_HOME: '/x' }, { CODEX_HOME: '/x' }],
  ['opencode', { XDG_DATA_HOME: '/data', OPENCODE_DB: 'other.db' }, { XDG_DATA_HOME: '/data', OPENCODE_DB: 'other.db' }],
  ['logtoy', {}, {}],
])('where %s keeps its files is named where it is set to something unusual', (provider, set, expected) => {
  expect(unusualPlaces(provider, { ...env, ...set })).toEqual(expected)
})
