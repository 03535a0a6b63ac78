import type { Usage } from '../../shared/views'
import type { TokenCounts } from '../event'
import { wholeCount } from '../wholeCount'

export function noUsage(): Usage {
  return { input: 0, cacheWrite: 0, cacheRead: 0, output: 0, reasoning: 0, requests: 0 }
}

/** Sums stop where whole numbers do: files may claim what they like. */
export function addUsage(to: Usage, more: Usage): void {
  to.input = wholeCount(to.input + more.input)
  to.cacheWrite = wholeCount(to.cacheWrite + more.cacheWrite)
  to.cacheRead = wholeCount(to.cacheRead + more.cacheRead)
  to.output = wholeCount(to.output + more.output)
  to.reasoning = wholeCount(to.reasoning + more.reasoning)
  to.requests = wholeCount(to.requests + more.requests)
}

/** `times` −1 takes an earlier count of the same response back, before its larger one is added. */
export function addTokens(to: Usage, tokens: TokenCounts, times: 1 | -1): void {
  to.input = wholeCount(to.input + times * tokens.input)
  to.cacheWrite = wholeCount(to.cacheWrite + times * tokens.cacheWrite)
  to.cacheRead = wholeCount(to.cacheRead + times * tokens.cacheRead)
  to.output = wholeCount(to.output + times * tokens.output)
  to.reasoning = wholeCount(to.reasoning + times * tokens.reasoning)
  to.requests += times
}

/** Lines of one response carry placeholders until the last: the truth of each field is its maximum. */
export function largerTokens(a: TokenCounts, b: TokenCounts): TokenCounts {
  return {
    input: Math.max(a.input, b.input),
    cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    output: Math.max(a.output, b.output),
    reasoning: Math.max(a.reasoning, b.reasoning),
  }
}
