import { expect, it } from 'vitest'
import { sampleLaunch } from '../../testing/drive/sampleLaunch'
import { whyNotHere } from './whyNotHere'

it('calls only what is not ours a stranger’s', () => {
  expect(whyNotHere(null)).toContain('Not started here')
  expect(whyNotHere(sampleLaunch({ phase: 'ended' }))).toContain('Not started here')
  expect(whyNotHere(sampleLaunch({ way: 'terminal' }))).toContain('answer it there')
  expect(whyNotHere(sampleLaunch({ phase: 'paused' }))).toContain('when it goes on')
  expect(whyNotHere(sampleLaunch({ phase: 'adrift' }))).toContain('but not answered')
  expect(whyNotHere(sampleLaunch())).toContain('was started here')
})
