import type { AgentView } from '../../../shared/views'

export interface ContextShare {
  readonly share: number
  readonly limit: number
  /** The model's limit is not known; reckoned with a usual one. */
  readonly isEstimate: boolean
}

const usualLimit = 200_000

export function contextOf({ context }: Pick<AgentView, 'context'>): ContextShare {
  const isEstimate = context.limit === null || context.limit === 0
  const limit = isEstimate || context.limit === null ? usualLimit : context.limit
  return { share: Math.round((context.tokens / limit) * 100), limit, isEstimate }
}
