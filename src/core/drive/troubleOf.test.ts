import { expect, it } from 'vitest'
import { type ProgramCourse, troubleOf } from './troubleOf'

const works: ProgramCourse = {
  ...{ label: 'Toy', ranMs: 60_000, exit: null, isRunning: true, isHeld: true, hasBegun: true },
  ...{ isStopped: false, isTerminal: false, said: '', left: [] },
}
const ended = { isRunning: false, hasBegun: false, ranMs: 300 }

it('says nothing of what goes well', () => {
  expect(troubleOf(works)).toBeNull()
  expect(troubleOf({ ...works, isRunning: false, exit: { code: 0, signal: null } })).toBeNull()
  expect(troubleOf({ ...works, ...ended, exit: { code: 143, signal: null }, isStopped: true })).toBeNull()
})

it.each<[string, Partial<ProgramCourse>, string]>([
  [
    'at once',
    { ...ended, exit: { code: 3, signal: null }, said: 'boom\n\n' },
    'ended at once (after 0.3 s) with exit code 3: boom.',
  ],
  ['a flag', { ...ended, exit: { code: 2, signal: null }, said: "error: unknown option '--x'" }, 'does not know an argument'],
  ['not there', { ...ended, exit: { code: 127, signal: null }, said: 'env: node: No such file or directory' }, 'not installed'],
  ['forbidden', { ...ended, exit: { code: 126, signal: null } }, 'may not be run'],
  ['signed out', { ...ended, exit: { code: 1, signal: null }, said: 'Please run /login' }, 'Sign in'],
  ['nothing done', { ...ended, exit: { code: 0, signal: null } }, 'without beginning a run'],
  ['killed', { isRunning: false, exit: { code: null, signal: 'SIGKILL' } }, 'ended by SIGKILL, not from here'],
  ['lost', { isRunning: false }, 'nobody saw how it ended'],
  ['adrift', { isHeld: false }, 'what held its input is gone'],
  ['silent', { hasBegun: false, ranMs: 21_500 }, 'has not answered for 21 s'],
])('%s', (_, change, words) => {
  expect(troubleOf({ ...works, ...change })).toContain(words)
})

it('names what still runs when it has ended, also when a person ended it', () => {
  const left = [7, 8].map((pid) => ({ pid, name: 'sleep' }))
  const killed = { ...works, isRunning: false, exit: { code: null, signal: 'SIGKILL' }, left }
  expect(troubleOf(killed)).toMatch(/not from here.*Still running: sleep \(process 7\), sleep \(process 8\)\. Stop ends them\.$/)
  expect(troubleOf({ ...killed, isStopped: true, left: left.slice(1) })).toBe('Still running: sleep (process 8). Stop ends it.')
})

it('waits twenty seconds before it worries, and never about a terminal', () => {
  expect(troubleOf({ ...works, hasBegun: false, ranMs: 19_000 })).toBeNull()
  expect(troubleOf({ ...works, hasBegun: false, ranMs: 90_000, isTerminal: true })).toBeNull()
})
