import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeProcessFolder, fakeProcessFolder } from '../../../testing/processFolder'
import { sessionOwners } from './sessionOwners'

let processes: FakeProcessFolder
beforeEach(() => {
  processes = fakeProcessFolder()
})
afterEach(() => processes.close())

it.each([
  ['opencode run --session ses_a go', true],
  ['/home/dev/bin/opencode -s ses_a', true],
  ['opencode --session=ses_a', true],
  ['opencode run --session ses_ab go', false],
  ['opencode run go', false],
  ['opencode serve --port 1', false],
  ['opencode attach http://127.0.0.1:1 --session ses_a', false],
  ['opencode run --attach http://127.0.0.1:1 --session ses_a go', false],
])('%s', (line, isOwner) => {
  processes.program(5, 'opencode')
  processes.write('5/cmdline', line.replaceAll(' ', '\0'))
  expect(sessionOwners('ses_a', processes).map(({ pid }) => pid)).toEqual(isOwner ? [5] : [])
})
