import { formatCount } from '../../../shared/formatCount'

export interface WholeSize {
  /** How much of the window the conversation takes by now; null: not known here. */
  readonly tokens: number | null
  /** Null: not known, or another model answers, which may take more or less. */
  readonly limit: number | null
  /** It is cut somewhere. */
  readonly isCut: boolean
}

/** What goes along where the product copies it itself, and tells no kinds. */
export function wholeSizeWords({ tokens, limit, isCut }: WholeSize): string {
  const what = isCut
    ? 'What was said up to the cut goes along, as it was recorded'
    : 'The whole transcript goes along, as it was recorded'
  if (tokens === null || tokens === 0) return `${what}: its size is not known.`
  return `${what}: ${isCut ? 'at most' : 'about'} ${formatCount(tokens)}${limit === null ? '' : ` of ${formatCount(limit)}`} tokens.`
}
