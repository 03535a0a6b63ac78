import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { costOf, modelFacts, type PriceTable } from './prices'

const ROOT = join(__dirname, '../../..')
const table: PriceTable = JSON.parse(readFileSync(join(ROOT, 'resources/prices.json'), 'utf8'))

interface Recorded {
  readonly inputTokens: number
  readonly cacheCreationInputTokens: number
  readonly cacheReadInputTokens: number
  readonly outputTokens: number
  readonly costUSD: number
}

/** What the CLI itself says a session cost, by model, from its own stdout. */
function* recordedCosts(): Generator<[release: string, model: string, Recorded]> {
  const fixtures = join(ROOT, 'fixtures/claude')
  for (const release of readdirSync(fixtures).filter((name) => /^\d/.test(name))) {
    for (const scenario of readdirSync(join(fixtures, release))) {
      const folder = join(fixtures, release, scenario)
      if (!readdirSync(folder).includes('stream.ndjson')) continue
      for (const line of readFileSync(join(folder, 'stream.ndjson'), 'utf8').split('\n')) {
        if (!line.includes('"modelUsage"')) continue
        for (const [model, usage] of Object.entries(JSON.parse(line).modelUsage ?? {})) yield [release, model, usage as Recorded]
      }
    }
  }
}

describe('the price table', () => {
  it('gives what the CLI recorded, for every model it knew', () => {
    let compared = 0
    for (const [release, model, recorded] of recordedCosts()) {
      // This release did not know the model yet and charged another one's price.
      if (release === '2.1.45' && model === 'claude-sonnet-4-6') continue
      const { price } = modelFacts(table, model)
      expect(price, model).not.toBeNull()
      if (!price) continue
      const { inputTokens: input, cacheCreationInputTokens: cacheWrite, cacheReadInputTokens: cacheRead } = recorded
      const tokens = { input, cacheWrite, cacheRead, output: recorded.outputTokens, reasoning: 0 }
      expect(costOf(price, tokens), `${release} ${model}`).toBeCloseTo(recorded.costUSD, 9)
      compared++
    }
    expect(compared).toBeGreaterThan(150)
  })

  it('takes the longest name that fits and no longer model of the same beginning', () => {
    const price = (input: number) => ({ input, cacheWrite: 0, cacheRead: 0, output: 0 })
    const models = [
      { match: 'm-4', price: price(1), context: 100 },
      { match: 'm-4-5', price: price(2), context: 200 },
    ]
    const own = { dated: '', source: '', models }
    expect(modelFacts(own, 'm-4').price?.input).toBe(1)
    expect(modelFacts(own, 'm-4-20250514').price?.input).toBe(1)
    expect(modelFacts(own, 'm-4-5-20250929').price?.input).toBe(2)
    expect(modelFacts(own, 'm-4-5[1m]')).toEqual({ price: price(2), context: 1_000_000 })
    for (const unknown of ['m-4-55', 'm-40', 'm', 'other']) expect(modelFacts(own, unknown).price).toBeNull()
  })
})
