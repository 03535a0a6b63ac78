import type { LaunchPlan } from '../../shared/drive/launchPlan'
import type { LaunchOrigin } from '../../shared/drive/launchWish'
import { formatCount } from '../../shared/formatCount'
import { oneLine } from '../../shared/neutraliseText'

export interface ToldContext {
  readonly how: LaunchOrigin['how']
  readonly at: number | null
  readonly context: LaunchPlan['context']
  /** Of the conversation as it stands, where the plan does not say; null: nobody knows. */
  readonly tokens: number | null
}

/** What of an earlier conversation goes along: its kind, its size, and what is cut. */
export function contextLines({ how, at, context, tokens }: ToldContext): string[] {
  const kind = how === 'render' ? 'what was said goes along as text' : 'the whole transcript goes along, as it was recorded'
  const upTo = at === null ? '' : ` up to item ${at}`
  const known = context?.tokens ?? tokens
  const most = context?.limit == null ? '' : ` of at most ${formatCount(context.limit)}`
  const size = known === null ? 'its size is not known' : `about ${formatCount(known)} tokens${most}`
  const messages = context === null ? '' : `, ${formatCount(context.messages)} messages`
  const parts = context?.parts ?? []
  return [
    `${kind}${upTo}: ${size}${messages}.`,
    ...(how === 'render' ? parts.filter(({ isLeftOut }) => !isLeftOut).map((part) => `  ${partWords(part)}`) : []),
    ...parts.filter(({ isLeftOut }) => isLeftOut).map((part) => `  left out: ${partWords(part)}`),
  ]
}

function partWords({ label, count, tokens }: NonNullable<LaunchPlan['context']>['parts'][number]): string {
  return `${oneLine(label)}: ${formatCount(count)}${tokens === 0 ? '' : `, about ${formatCount(tokens)} tokens`}`
}
