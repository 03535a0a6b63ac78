import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { PriceTable } from '../core/model/prices'

const dollars = z.number().nonnegative()
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

function readTable(path: string): PriceTable | string {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read'
  }
  const parsed = Table.safeParse(value)
  return parsed.success ? parsed.data : (z.prettifyError(parsed.error).split('\n', 1)[0] ?? 'it has another shape')
}
