import type { Usage } from '../../shared/views'
import type { TokenCounts } from '../event'

export function noUsage(): Usage {
  return { input: 0, cacheWrite: 0, cacheRead: 0, output: 0, reasoning: 0, requests: 0 }
}

export function addUsage(to: Usage, more: Usage): void {
  to.input += more.input
  to.cacheWrite += more.cacheWrite
  to.cacheRead += more.cacheRead
  to.output += more.output
  to.reasoning += more.reasoning
  to.requests += more.requests
}

/** `times` −1 takes an earlier count of the same response back. */
export function addTokens(to: Usage, tokens: TokenCounts, times: 1 | -1): void {
  to.input += times * tokens.input
  to.cacheWrite += times * tokens.cacheWrite
  to.cacheRead += times * tokens.cacheRead
  to.output += times * tokens.output
  to.reasoning += times * tokens.reasoning
  to.requests += times
}
