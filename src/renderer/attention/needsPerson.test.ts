import { expect, it } from 'vitest'
import { AttentionKind } from '../../shared/attention'
import { isDismissable } from './needsPerson'

it('all but what asks can be dismissed, also who is stuck', () => {
  expect(AttentionKind.options.filter((kind) => isDismissable({ kind }))).toEqual(['failed', 'stuck', 'finished'])
})
