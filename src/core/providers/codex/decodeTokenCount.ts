import type { AgentEvent, TokenCounts } from '../../event'
import { asId, asObject, type Json } from '../../readJson'
import { wholeCount } from '../../wholeCount'
import { noteLimit } from './decodeTurn'
import type { RolloutState } from './rolloutState'

/** `token_usage_record`: one response, told once. */
export function decodeUsageRecord(state: RolloutState, payload: Json, at: number): AgentEvent[] {
  const usage = asObject(payload['usage'])
  if (!usage || (payload['thread_id'] ?? state.thread) !== state.thread) return []
  state.countsResponses = true
  const totals = totalsOf(asObject(payload['thread_token_usage']))
  if (totals !== null) noteTotals(state, totals)
  return [counted(state, asId(payload['response_id']) ?? totals ?? String(at), usage, at)]
}

/** `token_count`: sums so far and the last response. Told again and again, also where no response came. */
export function decodeTokenCount(state: RolloutState, payload: Json, at: number): AgentEvent[] {
  const info = asObject(payload['info'])
  noteLimit(state, info?.['model_context_window'])
  const totals = totalsOf(asObject(info?.['total_token_usage']))
  const last = asObject(info?.['last_token_usage'])
  if (totals === null || state.totals.includes(totals)) return []
  noteTotals(state, totals)
  if (state.countsResponses || !last || numberAt(last, 'input_tokens') + numberAt(last, 'output_tokens') === 0) return []
  return [counted(state, totals, last, at)]
}

/** The sums of a copy are told once more where the fork itself begins. */
export function noteCopiedTotals(state: RolloutState, payload: Json): void {
  const totals = totalsOf(asObject(asObject(payload['info'])?.['total_token_usage']))
  if (totals !== null) noteTotals(state, totals)
}

/** After a kill the sums start again from one that was told before the last. */
const KEPT_TOTALS = 8

function noteTotals(state: RolloutState, totals: string): void {
  state.totals.push(totals)
  if (state.totals.length > KEPT_TOTALS) state.totals.shift()
}

function counted(state: RolloutState, response: string, usage: Json, at: number): AgentEvent {
  const id = `${state.thread}|${response}`
  return {
    kind: 'usage_counted',
    thread: state.thread,
    response: id,
    record: id,
    model: state.model,
    tokens: tokensOf(usage),
    ...(state.contextLimit === null ? {} : { contextLimit: state.contextLimit }),
    at,
  }
}

/** What was read from the cache or written to it is a part of the input, and reasoning a part of the output. */
function tokensOf(usage: Json): TokenCounts {
  const cacheRead = numberAt(usage, 'cached_input_tokens')
  const cacheWrite = numberAt(usage, 'cache_write_input_tokens')
  const reasoning = numberAt(usage, 'reasoning_output_tokens')
  return {
    input: Math.max(0, numberAt(usage, 'input_tokens') - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output: Math.max(0, numberAt(usage, 'output_tokens') - reasoning),
    reasoning,
  }
}

const TOTALS = ['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_output_tokens', 'total_tokens']

function totalsOf(usage: Json | null): string | null {
  return usage === null ? null : TOTALS.map((key) => numberAt(usage, key)).join(':')
}

function numberAt(usage: Json, key: string): number {
  const value = usage[key]
  return typeof value === 'number' ? wholeCount(value) : 0
}
