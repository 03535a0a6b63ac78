import type { LaunchPlan } from '../../../shared/drive/launchPlan'

/** How much of the bar each part takes that goes along: of the model's window, or of the whole where that is not known or too small. */
export function partShares({ tokens, limit, parts }: NonNullable<LaunchPlan['context']>): readonly number[] {
  const whole = Math.max(limit ?? 0, tokens, 1)
  return parts.flatMap(({ tokens: some, isLeftOut }) => (isLeftOut ? [] : [Math.min(1, some / whole)]))
}
