import type { TokenCounts } from '../../core/event'
import { countedResponses } from '../../core/model/countAgents'
import type { ResponseFact } from '../../core/model/facts'
import { latestPart, type MergedThread } from '../../core/model/mergeSources'
import { costOf, modelFacts, type Price, type PriceTable } from '../../core/model/prices'
import type { Run } from '../../core/model/run'
import { totalTokens } from '../../shared/totalTokens'
import type { AgentView } from '../../shared/views'
import type { RunReader } from '../runReader'
import { fileOf, type LatestRows, latestRows, NO_ROWS, rowAtLine, type SourceRow, type TranscriptFile } from './sourceRows'

/** The agent's own responses, each once, as they are counted in the tree. */
export function tokenRows(reader: RunReader, agent: AgentView): LatestRows {
  const responses = responsesOf(reader, agent)
  return latestRows(responses, ({ file, response }) => {
    const { tokens } = response
    return rowOf(
      file,
      response,
      totalTokens({ ...tokens, requests: 1 }),
      partsOf(tokens, (count) => count),
    )
  })
}

export interface CostRows extends LatestRows {
  /** Responses whose model has no price: they have no value. */
  readonly unpriced: number
  /** Responses of which the product itself says what they cost. */
  readonly recorded: number
}

/** The same responses with what the product says they cost, else with their price. */
export function costRows(reader: RunReader, agent: AgentView, prices: PriceTable): CostRows {
  const known = new Map<string | null, Price | null>()
  const priceOf = (model: string | null): Price | null => {
    const before = known.get(model)
    if (before !== undefined) return before
    const price = model === null || model === '' ? null : modelFacts(prices, model).price
    known.set(model, price)
    return price
  }
  const responses = responsesOf(reader, agent)
  const rows = latestRows(responses, ({ file, response }) => {
    const { model, tokens, cost } = response
    // The product's own word is not made of prices.
    if (cost !== null) return rowOf(file, response, cost, {})
    const price = priceOf(model)
    if (!price) return rowOf(file, response, null, {})
    const kinds = { ...price, reasoning: price.output }
    return rowOf(
      file,
      response,
      costOf(price, tokens),
      partsOf(tokens, (count, kind) => (count * kinds[kind]) / 1e6),
    )
  })
  return {
    ...rows,
    recorded: responses.filter(({ response }) => response.cost !== null).length,
    unpriced: responses.filter(({ response }) => response.cost === null && priceOf(response.model) === null).length,
  }
}

/** The response that filled the context last. */
export function contextRows(reader: RunReader, agent: AgentView): LatestRows {
  const thread = threadOf(reader.run, agent)
  const latest = thread ? latestPart(thread) : null
  const part = thread?.parts.find(({ facts }) => facts === latest)
  const response = part?.facts.responses.get(part.facts.contextResponse ?? '')
  if (!part || !response) return NO_ROWS
  const { input, cacheWrite, cacheRead } = response.tokens
  const { tokens } = agent.context
  // Some products count what was said into the context that it fills.
  const isWhole = totalTokens({ ...response.tokens, requests: 1 }) === tokens
  const parts = isWhole ? partsOf(response.tokens, (count) => count) : { input, cacheWrite, cacheRead }
  const row = rowOf(fileOf(reader, agent, part.source), response, tokens, parts)
  return { rows: [row], total: 1 }
}

type Kind = keyof TokenCounts

function partsOf(tokens: TokenCounts, value: (count: number, kind: Kind) => number): Record<string, number> {
  const { input, cacheWrite, cacheRead, output, reasoning } = tokens
  const parts = {
    input: value(input, 'input'),
    cacheWrite: value(cacheWrite, 'cacheWrite'),
    cacheRead: value(cacheRead, 'cacheRead'),
    output: value(output, 'output'),
  }
  return reasoning > 0 ? { ...parts, reasoning: value(reasoning, 'reasoning') } : parts
}

interface PlacedResponse {
  readonly file: TranscriptFile
  readonly response: ResponseFact
}

function responsesOf(reader: RunReader, agent: AgentView): PlacedResponse[] {
  const { derived } = reader.run
  const index = derived?.indexOfKey.get(agent.key)
  const thread = threadOf(reader.run, agent)
  if (!derived || index === undefined || !thread) return []
  const parts = thread.parts.map(({ source, facts }) => ({ facts, file: fileOf(reader, agent, source) }))
  return countedResponses(reader.run, derived.placed, index).flatMap(([id, response]) => {
    const part = parts.find(({ facts }) => facts.responses.has(id))
    return part ? [{ file: part.file, response }] : []
  })
}

function rowOf(
  file: TranscriptFile,
  { model, at, line }: ResponseFact,
  value: number | null,
  parts: Record<string, number>,
): SourceRow {
  return rowAtLine(file, line, { label: model ?? '', at, value, parts })
}

function threadOf({ derived }: Run, agent: AgentView): MergedThread | null {
  const index = derived?.indexOfKey.get(agent.key)
  return index === undefined ? null : (derived?.placed[index]?.node.thread ?? null)
}
