import { expect, it } from 'vitest'
import { loadOpencodeRecording } from '../../../testing/opencodeRecordings'
import { opencode } from './opencode'

function allowancesOf(name: string, child: boolean) {
  const one = loadOpencodeRecording(name).sessions.find(({ spec }) => (spec.agent !== null) === child)
  const reader = opencode.openAllowances()
  for (const record of one?.records ?? []) {
    const text = JSON.stringify(record)
    if (opencode.allowanceMarks.some((mark) => text.includes(mark))) reader.take(record)
  }
  return reader.result()
}

it('what a session may not do stands in its rules, or in the table of an old prompt', () => {
  expect(allowancesOf('1.18.34/single', true)).toEqual({ allowed: null, denied: ['todowrite', 'task'], permissionMode: null })
  expect(allowancesOf('1.18.34/single', false)).toEqual({ allowed: null, denied: null, permissionMode: null })
  expect(allowancesOf('1.0.185/single', true).denied).toEqual(['todowrite', 'todoread', 'task', 'edit', 'write'])
})

it('a rule against everything leaves only what is allowed', () => {
  const reader = opencode.openAllowances()
  const permission = [
    { permission: '*', pattern: '*', action: 'deny' },
    { permission: 'read', pattern: '*', action: 'allow' },
    { permission: 'bash', pattern: 'git *', action: 'allow' },
  ]
  reader.take({ kind: 'session', data: { permission } })
  expect(reader.result()).toEqual({ allowed: ['read', 'bash(git *)'], denied: ['*'], permissionMode: null })
})
