import type { ProviderLimit } from '../../provider'

export const limits: readonly ProviderLimit[] = [
  {
    text: 'Permissions, questions and failed attempts that are repeated are told only by its servers: where none can be heard, a session that waits for you looks like one at work.',
    isLiftedByChannel: true,
  },
]
