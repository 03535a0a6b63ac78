import { z } from 'zod'
import type { PriceTable } from '../core/model/prices'
import { formatBytes } from '../shared/formatBytes'
import { readSmallFile, type SmallFileFailure } from './readSmallFile'

/** Far more than a table of prices needs. */
const LIMIT_BYTES = 1_000_000
/** For a million tokens; sums of more would no longer be numbers. */
const dollars = z.number().nonnegative().max(1e6)
const Entry = z.object({
  match: z.string().min(1),
  price: z.object({ input: dollars, cacheWrite: dollars, cacheRead: dollars, output: dollars }).nullable(),
  context: z.number().int().positive().nullable(),
})
const Table = z.object({ dated: z.string(), source: z.string(), models: z.array(Entry) })

export interface LoadedPrices {
  readonly table: PriceTable
  readonly warning: string | null
}

/** The product's table with a person's own entries before it: an own entry replaces the one of the same name. */
export function loadPrices(productTable: string, ownFile: string | null): LoadedPrices {
  const base = readTable(productTable)
  if (typeof base === 'string')
    return { table: { dated: 'none', source: base, models: [] }, warning: `prices are not known: ${base}` }
  if (ownFile === null) return { table: base, warning: null }
  const own = readTable(ownFile)
  if (typeof own === 'string') return { table: base, warning: `the price file is not used: ${own}` }
  const replaced = new Set(own.models.map((entry) => entry.match))
  const models = [...own.models, ...base.models.filter((entry) => !replaced.has(entry.match))]
  return { table: { dated: own.dated, source: `${own.source}; else ${base.source} (${base.dated})`, models }, warning: null }
}

/** Why a file cannot be used for prices; null: it can. */
export function priceFileProblem(path: string): string | null {
  const table = readTable(path)
  return typeof table === 'string' ? table : null
}

function readTable(path: string): PriceTable | string {
  const read = readSmallFile(path, LIMIT_BYTES)
  if (!read.ok) return whyUnread(read.failure)
  let value: unknown
  try {
    value = JSON.parse(read.value.text)
  } catch {
    return 'it is not JSON'
  }
  const parsed = Table.safeParse(value)
  return parsed.success ? parsed.data : (z.prettifyError(parsed.error).split('\n', 1)[0] ?? 'it has another shape')
}

function whyUnread(failure: SmallFileFailure): string {
  switch (failure.kind) {
    case 'gone':
      return 'it does not exist'
    case 'too_large':
      return `it has ${formatBytes(failure.sizeBytes)}, and at most ${formatBytes(LIMIT_BYTES)} are read`
    case 'unreadable':
      return failure.reason === 'not_a_file' ? 'it is not a file' : `it cannot be read (${failure.reason})`
    default:
      return failure satisfies never
  }
}
