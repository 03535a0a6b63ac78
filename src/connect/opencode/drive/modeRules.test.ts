import { expect, it } from 'vitest'
import { modeRules } from './modeRules'

const rule = (permission: string, action: string, pattern = '*') => ({ permission, pattern, action })
const asks = [rule('edit', 'ask'), rule('bash', 'ask'), rule('webfetch', 'ask')]
const reads = [rule('edit', 'deny'), rule('bash', 'deny')]
const child = (...rules: ReturnType<typeof rule>[]) => ({ rules, isRoot: false })
const root = (...rules: ReturnType<typeof rule>[]) => ({ rules, isRoot: true })

it('without a mode, or with that of the configuration, nothing is said', () => {
  for (const mode of [null, 'config']) expect(modeRules(mode, child(rule('task', 'deny')))).toEqual([])
})

it('a mode never gives back what was taken from a sub-agent: its denials come last', () => {
  const own = [rule('todowrite', 'deny'), rule('task', 'deny')]
  expect(modeRules('allow', child(...own))).toEqual([rule('*', 'allow'), ...own])
  expect(modeRules('ask', child(...reads, ...own))).toEqual([...asks, ...reads, ...own])
})

it('what is excepted from a denial stays so', () => {
  const own = [rule('bash', 'deny'), rule('bash', 'allow', 'git *')]
  expect(modeRules('ask', child(rule('read', 'allow'), ...own))).toEqual([...asks, ...own])
})

it('a mode that a person chose before gives way to the next', () => {
  expect(modeRules('ask', root(...reads, rule('question', 'deny')))).toEqual([...asks, rule('question', 'deny')])
})

it('what already stands last is not said again', () => {
  const own = [rule('task', 'deny'), ...asks, rule('task', 'deny')]
  expect(modeRules('ask', child(...own))).toEqual([])
  expect(modeRules('read', child(...own))).toEqual([...reads, rule('task', 'deny')])
})
