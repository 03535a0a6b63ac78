import type { TokenCounts } from '../../event'
import { asObject, type Json } from '../../readJson'
import { wholeCount } from '../../wholeCount'

export interface StepTokens {
  readonly counts: TokenCounts
  /** How full the context is after the step. */
  readonly context: number
}

/**
 * Releases before 1.17 count reasoning within the output as well as beside it: their total, where they write one, is smaller than the
 * sum of the parts. Null: nothing was used.
 */
export function readTokens(value: unknown): StepTokens | null {
  const tokens = asObject(value)
  const cache = asObject(tokens?.['cache'])
  const input = countOf(tokens, 'input')
  const written = countOf(tokens, 'output')
  const reasoning = countOf(tokens, 'reasoning')
  const cacheRead = countOf(cache, 'read')
  const cacheWrite = countOf(cache, 'write')
  const sum = wholeCount(input + written + reasoning + cacheRead + cacheWrite)
  if (sum === 0) return null
  const said = countOf(tokens, 'total')
  const isApart = said >= sum
  const counts = { input, cacheWrite, cacheRead, output: isApart ? written : Math.max(0, written - reasoning), reasoning }
  return { counts, context: said > 0 ? said : wholeCount(sum - (written - counts.output)) }
}

function countOf(object: Json | null, key: string): number {
  const value = object?.[key]
  return typeof value === 'number' ? wholeCount(value) : 0
}
