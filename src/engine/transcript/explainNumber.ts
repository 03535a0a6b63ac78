import { type Pause, pausedWithin } from '../../shared/drive/pause'
import { formatDuration } from '../../shared/formatDuration'
import { fail, ok, type Result } from '../../shared/result'
import { totalTokens } from '../../shared/totalTokens'
import type { NumberName, NumberSources } from '../../shared/transcriptParts'
import type { AgentView } from '../../shared/views'
import type { LookupFailure, Target } from '../engine'
import { callRows, errorRows } from './callRows'
import { elapsedRows } from './elapsedRows'
import type { LatestRows } from './sourceRows'
import { type CostRows, contextRows, costRows, tokenRows } from './tokenRows'
import { agentOf, openForReading, type ReadRun, type TranscriptRuns } from './withTranscript'

/** What one number of an agent is made of. An agent without a transcript has numbers too: they are made of nothing. */
export function explainNumber(
  runs: TranscriptRuns,
  target: Target,
  name: NumberName,
  pauses: readonly Pause[],
): Result<NumberSources, LookupFailure> {
  const opened = openForReading(runs, target)
  if (!opened.ok) return opened
  const agent = agentOf(opened.value, target)
  if (!agent) return fail({ reason: 'not_found', message: `no agent ${target.key} in ${target.run}` })
  return ok({ name, ...explain(opened.value, agent, name, pauses) })
}

type Explained = Omit<NumberSources, 'name'>

function explain({ place, reader }: ReadRun, agent: AgentView, name: NumberName, pauses: readonly Pause[]): Explained {
  switch (name) {
    case 'tokens':
      return { ...tokenRows(reader, agent), unit: 'tokens', sum: totalTokens(agent.usage.own), note: TOKENS }
    case 'cost':
      return explainCost(costRows(reader, agent, place.view.prices), agent, place.view.prices.dated)
    case 'context':
      return { ...contextRows(reader, agent), unit: 'tokens', sum: agent.context.tokens, note: CONTEXT }
    case 'tools':
      return { ...callRows(reader, agent), unit: 'calls', sum: agent.tools, note: TOOLS }
    case 'errors':
      return { ...errorRows(reader, agent), unit: 'calls', sum: agent.errors, note: ERRORS }
    case 'elapsed':
      return explainElapsed(elapsedRows(reader, agent), pauses)
    default:
      return name satisfies never
  }
}

const TOKENS = 'Every response counts once, with the highest count that its records give for each kind of token.'
const CONTEXT = 'Input, cache read and cache write of the latest response: output does not count yet.'
const TOOLS = 'Every call counts once.'
const ERRORS = 'Results that are errors, and turns that ended with an error of the API.'

function explainCost(cost: CostRows, agent: AgentView, dated: string): Explained {
  const { rows, total, unpriced } = cost
  const missing = unpriced === 0 ? '' : ` ${unpriced} of ${total} responses are of a model without a price and count nothing.`
  return { rows, total, unit: 'usd', sum: agent.cost.own, note: `${originOfCost(cost, dated)}${missing}` }
}

function originOfCost({ total, recorded }: CostRows, dated: string): string {
  if (recorded === 0) return `An estimate: the tokens of every response at the list price of ${dated}.`
  if (recorded === total) return 'As recorded: every response with what the tool itself says that it cost.'
  return `In part an estimate: of ${recorded} of ${total} responses the tool itself says what they cost, of the others the tokens count at the list price of ${dated}.`
}

function explainElapsed({ rows, total }: LatestRows, pauses: readonly Pause[]): Explained {
  const [first] = rows
  const all = rows.at(-1)?.value ?? null
  const from = Date.parse(first?.at ?? '')
  const still = all === null || Number.isNaN(from) ? 0 : pausedWithin(pauses, from, from + all)
  const less = still > 0 ? ` Less the ${formatDuration(still)} that its session stood still.` : ''
  const note = `From the call, or the first record where that is earlier, to the last record so far.${less}`
  return { rows, total, unit: 'ms', sum: all === null ? null : Math.max(0, all - still), note }
}
