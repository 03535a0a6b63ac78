import { fail, type Result } from '../../shared/result'
import type { LookupFailure } from '../engine'

export const inDemo: Result<never, LookupFailure> = fail({
  reason: 'no_data',
  message: 'A demo is playing: nothing can be done with what it shows.',
})
