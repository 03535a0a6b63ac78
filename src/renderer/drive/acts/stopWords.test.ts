import { expect, it } from 'vitest'
import { sampleLaunch } from '../../../testing/drive/sampleLaunch'
import { stopWords } from './stopWords'

it('a process of its own ends with it', () => {
  expect(stopWords(sampleLaunch())).toEqual({
    runs: 'It runs as process 7. ',
    now: expect.stringMatching(/^the process is ended/),
  })
  expect(stopWords(sampleLaunch({ pid: null })).runs).toBe('')
})

it('a server of several goes on without it', () => {
  const served = sampleLaunch({ isShared: true })
  expect(stopWords(served)).toEqual({
    runs: '',
    now: 'its work is cut short; the server (process 7) goes on for other runs',
  })
  expect(stopWords({ ...served, pid: null }).now).toBe('its work is cut short; the server goes on for other runs')
})
