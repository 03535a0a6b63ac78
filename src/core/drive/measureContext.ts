import type { LaunchPlan } from '../../shared/drive/launchPlan'
import type { ItemKind } from '../../shared/views'
import { partBehind, type ToldItem, tokensOf } from './cutContext'

type Context = NonNullable<LaunchPlan['context']>
type Part = Context['parts'][number]

interface Measured {
  /** All of the transcript. */
  readonly items: readonly ToldItem[]
  /** The last item that goes along; null: its end. */
  readonly at: number | null
  /** What its product says of the whole. */
  readonly context: Context
  /** Of the model that goes on with it; null: not known. */
  readonly limit: number | null
}

const KINDS: readonly (readonly [label: string, kinds: readonly ItemKind[]])[] = [
  ['Prompts', ['prompt']],
  ['Its text and thinking', ['text', 'thinking']],
  ['Tool calls with their results', ['tool']],
  ['Notices, summaries and errors', ['notice', 'compaction', 'error']],
]

/**
 * What goes along, by kind, so that the parts add up to the whole. Only the whole was counted by a model: the parts are measured by
 * their letters, and what is left is what a transcript does not hold.
 */
export function measureContext({ items, at, context, limit }: Measured): Context {
  const sent = items.filter(({ n }) => at === null || n <= at)
  const measured = partsOf(sent)
  const sum = total(measured)
  const fitted = sum > context.tokens ? shrunk(measured, context.tokens / sum, context.tokens) : measured
  const rest = context.tokens - total(fitted)
  const around = rest > 0 ? [{ label: 'System prompt and descriptions of tools', count: 0, tokens: rest, isLeftOut: false }] : []
  return { ...context, limit: context.limit ?? limit, parts: [...fitted, ...around, ...leftOf(items, sent, context)] }
}

function partsOf(items: readonly ToldItem[]): Part[] {
  return KINDS.flatMap(([label, kinds]) => {
    const own = items.filter(({ kind }) => kinds.includes(kind))
    return own.length === 0 ? [] : [{ label, count: own.length, tokens: tokensIn(own), isLeftOut: false }]
  })
}

function leftOf(items: readonly ToldItem[], sent: readonly ToldItem[], { parts }: Context): readonly Part[] {
  const behind = partBehind(items.slice(sent.length))
  return behind.length > 0 ? behind : parts.filter(({ isLeftOut }) => isLeftOut)
}

/** The last part takes what rounding leaves. */
function shrunk(parts: readonly Part[], share: number, whole: number): Part[] {
  const small = parts.map((part) => ({ ...part, tokens: Math.floor(part.tokens * share) }))
  const missing = whole - total(small)
  return small.map((part, at) => (at === small.length - 1 ? { ...part, tokens: part.tokens + missing } : part))
}

function tokensIn(items: readonly ToldItem[]): number {
  return tokensOf(items.reduce((sum, { letters }) => sum + letters, 0))
}

function total(parts: readonly Part[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0)
}
