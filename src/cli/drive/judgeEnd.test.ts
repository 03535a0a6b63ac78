import { expect, it } from 'vitest'
import { judgeEnd, type LaunchEnd } from './judgeEnd'

const well: LaunchEnd = {
  signalled: null,
  trouble: null,
  unanswered: 0,
  cutOff: 0,
  isStoppedElsewhere: false,
  exit: { code: 0 },
  root: 'completed',
}

it.each<readonly [Partial<LaunchEnd>, number]>([
  [{}, 0],
  [{ exit: null }, 0],
  // One server of many sessions: nothing of its own ends.
  [{ exit: { code: null }, root: null }, 0],
  [{ exit: { code: 7 } }, 1],
  [{ trouble: 'It broke.' }, 1],
  [{ unanswered: 1 }, 1],
  [{ cutOff: 1 }, 1],
  [{ isStoppedElsewhere: true }, 1],
  [{ root: 'failed' }, 1],
  [{ root: 'interrupted' }, 1],
  [{ signalled: 130, root: 'interrupted' }, 130],
  [{ signalled: 143, trouble: 'It broke.' }, 143],
])('%j ends with %d', (change, code) => {
  expect(judgeEnd({ ...well, ...change })).toBe(code)
})
