import type { Usage } from './views'

/** Every token that went through, cached ones included: the one number shown as "tokens". */
export function totalTokens(usage: Usage): number {
  return usage.input + usage.cacheWrite + usage.cacheRead + usage.output + usage.reasoning
}

export const noUsage: Usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0, reasoning: 0, requests: 0 }

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cacheRead: a.cacheRead + b.cacheRead,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
    requests: a.requests + b.requests,
  }
}
