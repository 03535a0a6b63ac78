import type { ProviderLimit } from '../../provider'

export const limits: readonly ProviderLimit[] = [
  {
    text: 'Who waits for an approval or an answer is told only by its app-server: without one, a thread that waits for you looks like one at work.',
    isLiftedByChannel: true,
  },
]
