import type { Usage } from '../../shared/views'

/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly cacheWrite: number
  readonly cacheRead: number
  readonly output: number
}

export interface ModelFacts {
  readonly price: Price | null
  /** Context window in tokens; null: not known. */
  readonly context: number | null
}

/** One line of the table: the first whose `match` begins the model's name counts. */
export interface PriceEntry extends ModelFacts {
  readonly match: string
}

export interface PriceTable {
  readonly dated: string
  readonly source: string
  readonly models: readonly PriceEntry[]
}

const UNKNOWN: ModelFacts = { price: null, context: null }
const LONG_CONTEXT = 1_000_000

/** Longest matching prefix wins, so that `model-4` does not swallow `model-4-5`. */
export function modelFacts(table: PriceTable, model: string): ModelFacts {
  let best: PriceEntry | null = null
  const name = model.replace(/\[1m\]$/, '')
  for (const entry of table.models) {
    if (startsWithName(name, entry.match) && (!best || entry.match.length > best.match.length)) best = entry
  }
  if (!best) return name === model ? UNKNOWN : { price: null, context: LONG_CONTEXT }
  return name === model ? best : { price: best.price, context: LONG_CONTEXT }
}

/** `model-4-5` covers itself and `model-4-5-20251101`, not a later `model-4-55`. */
function startsWithName(name: string, prefix: string): boolean {
  return name === prefix || (name.startsWith(prefix) && /^[-@]\d{8}/.test(name.slice(prefix.length)))
}

export function costOf(price: Price, tokens: Pick<Usage, 'input' | 'cacheWrite' | 'cacheRead' | 'output' | 'reasoning'>): number {
  const dollars =
    tokens.input * price.input +
    tokens.cacheWrite * price.cacheWrite +
    tokens.cacheRead * price.cacheRead +
    (tokens.output + tokens.reasoning) * price.output
  return dollars / 1e6
}
