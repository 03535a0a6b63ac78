import type { ProviderLimit } from '../../provider'

export const limits: readonly ProviderLimit[] = [
  {
    text: 'A session tells that it waits for you, not which of its agents does: the one that made the last tool call without an answer is shown.',
    isLiftedByChannel: false,
  },
]
