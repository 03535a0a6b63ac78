import { fail, ok, type Result } from '../../../../shared/result'
import type { PromotionRefusal } from '../../../promotion'
import { WARMUP_PROMPTS } from '../names'
import { afterCompaction } from './afterCompaction'
import { agentRecords } from './agentRecords'
import { type ArrangedChain, arrangeChain, type ChainItem } from './arrangeChain'
import { cutAt } from './cutAt'
import { type Damage, damageBetween } from './damageBetween'
import { historyUpTo } from './historyUpTo'
import type { Outline, OutlinedCall } from './outlineRecord'

export interface ChainQuestion {
  /** All records of the file that holds the agent's. */
  readonly records: readonly Outline[]
  readonly agent: string
  /** The file holds nothing but this agent. */
  readonly isOwnFile: boolean
  /** Of a fork: all records of the conversation it was forked from. */
  readonly parent: readonly Outline[] | null
  readonly damage: readonly Damage[]
  readonly at: string | number | null
  readonly openCalls: 'answer' | 'cut'
}

/** What the new session will consist of. */
export interface PlannedChain {
  readonly items: readonly ChainItem[]
  readonly unanswered: readonly OutlinedCall[]
  readonly wasCut: boolean
  readonly leftOut: number
  readonly isCompacted: boolean
  /** The API error or filler it ended with is left out. */
  readonly hadNoise: boolean
  /** The line after its end that cannot be read; null: none. */
  readonly lostTail: Damage | null
  readonly messages: number
  readonly sizeBytes: number
  readonly context: number | null
  readonly model: string | null
  readonly last: Outline
}

type Planned = Result<PlannedChain, PromotionRefusal>

export function planChain(question: ChainQuestion): Planned {
  const { damage, isOwnFile } = question
  const own = agentRecords(question.records, question.agent, isOwnFile)
  const refusal = refuseOwn(own)
  if (refusal) return fail(refusal)
  const fork = own.find((record) => record.kind === 'fork')
  const history = fork ? historyUpTo(question.parent ?? [], damage, fork.fork?.leaf ?? null) : ok([])
  if (!history.ok) return history
  const cut = question.at === null ? ok({ kept: own, leftOut: 0 }) : cutAt(own, question.at)
  if (!cut.ok) return cut
  const { kept, leftOut } = cut.value
  const { records, summary } = afterCompaction([...history.value, ...kept])
  const chain = arrangeChain(records, question.openCalls)
  const [first] = chain.items
  if (!first) return refuse('no_conversation', 'nothing of this agent was said before that point')
  if (roleOf(first) !== 'user') {
    return refuse('damaged', 'the records of this agent begin in the middle of a conversation: what it was asked is missing')
  }
  const bad = damageWithin(question, kept, chain, summary)
  if (bad) return fail(bad)
  return ok({
    ...chain,
    ...measure(chain.items),
    leftOut,
    isCompacted: summary !== null,
    ...tailOf(question, own, kept, leftOut),
  })
}

function refuse(reason: PromotionRefusal['reason'], message: string): Planned {
  return fail({ reason, message })
}

function refuseOwn(own: readonly Outline[]): PromotionRefusal | null {
  const said = own.filter(({ kind, isNoise }) => (kind === 'user' || kind === 'assistant') && !isNoise)
  if (said.length === 0)
    return { reason: 'no_conversation', message: 'this agent has no messages yet: there is nothing to continue' }
  const asked = said.find((record) => record.kind === 'user')
  if (asked && WARMUP_PROMPTS.has(asked.words)) {
    return { reason: 'warmup', message: 'Claude Code started this agent to warm up; nobody asked it anything' }
  }
  return null
}

function damageWithin(
  { damage, isOwnFile }: ChainQuestion,
  kept: readonly Outline[],
  { items }: ArrangedChain,
  summary: Outline | null,
): PromotionRefusal | null {
  const [head] = kept
  const used = items.flatMap((item) =>
    item.kind === 'record' && item.record.place.file === head?.place.file ? [item.record] : [],
  )
  const last = used.reduce<Outline | undefined>((a, b) => (a && a.place.line > b.place.line ? a : b), undefined)
  const first = summary && summary.place.file === head?.place.file ? summary : head
  if (!first || !last) return null
  const { file, line } = first.place
  const lostHead = first === head && isOwnFile ? damage.find((bad) => bad.file === file && bad.line < line) : undefined
  const bad = lostHead ?? damageBetween(damage, first, last)
  if (!bad) return null
  const before = kept.findLast((record) => isMessage(record) && record.place.line < bad.line)
  const advice = before?.uuid ? `; it can be continued up to ${before.uuid}` : ''
  return {
    reason: 'damaged',
    message: `line ${bad.line + 1} of its transcript cannot be read, so the conversation has a hole${advice}`,
  }
}

function isMessage({ kind, isNoise }: Outline): boolean {
  return (kind === 'user' || kind === 'assistant') && !isNoise
}

function tailOf(
  { damage, isOwnFile }: ChainQuestion,
  own: readonly Outline[],
  kept: readonly Outline[],
  leftOut: number,
): Pick<PlannedChain, 'hadNoise' | 'lostTail'> {
  const hadNoise = kept.findLast(({ kind }) => kind === 'user' || kind === 'assistant')?.isNoise === true
  const end = own.at(-1)?.place
  if (!end || leftOut > 0) return { hadNoise, lostTail: null }
  // In a file of several conversations only the very next line can have been this one's.
  const lost = damage.find(({ file, line }) => file === end.file && (isOwnFile ? line > end.line : line === end.line + 1))
  return { hadNoise, lostTail: lost ?? null }
}

type Measured = Pick<PlannedChain, 'messages' | 'sizeBytes' | 'context' | 'model' | 'last'>

function measure(items: readonly ChainItem[]): Measured {
  let messages = 0
  let sizeBytes = 0
  let before: string | null = null
  for (const item of items) {
    const speaker =
      roleOf(item) === 'user' ? 'user' : item.kind === 'record' ? `${item.record.message ?? item.record.place.offset}` : ''
    if (speaker !== before) messages++
    before = speaker
    sizeBytes += item.kind === 'record' ? item.record.place.length : 0
  }
  const records = items.flatMap((item) => (item.kind === 'record' ? [item.record] : []))
  const responses = records.filter((record) => record.kind === 'assistant')
  const last = records.at(-1)
  // A chain without records is refused before it is measured.
  if (!last) throw new Error('an empty chain has no measure')
  return {
    messages,
    sizeBytes,
    last,
    context: responses.findLast((record) => record.context !== null)?.context ?? null,
    model: responses.findLast((record) => record.model !== null)?.model ?? null,
  }
}

function roleOf(item: ChainItem): 'user' | 'assistant' {
  return item.kind === 'record' && item.record.kind === 'assistant' ? 'assistant' : 'user'
}
