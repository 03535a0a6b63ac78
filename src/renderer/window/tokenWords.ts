import { formatExact } from '../../shared/formatCount'
import { totalTokens } from '../../shared/totalTokens'
import type { Usage } from '../../shared/views'

/** The exact number behind an abbreviation, and what it is made of. */
export function tokenWords(usage: Usage): string {
  const parts: readonly (readonly [string, number])[] = [
    ['input', usage.input],
    ['cache write', usage.cacheWrite],
    ['cache read', usage.cacheRead],
    ['output', usage.output],
    ['reasoning', usage.reasoning],
  ]
  const said = parts.filter(([, count]) => count > 0).map(([name, count]) => `${name} ${formatExact(count)}`)
  return [`${formatExact(totalTokens(usage))} tokens`, ...said].join(' · ')
}
