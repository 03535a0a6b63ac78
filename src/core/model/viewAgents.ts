import type { AgentView } from '../../shared/views'
import { countAgents, isCountedTogether, recountAgents, type Sums } from './countAgents'
import { guestOf } from './guestOf'
import { isJudgedTogether, type Judged, judgeAgent, judgeAgents } from './judgeAgents'
import type { LinkOptions } from './linkRun'
import type { PriceTable } from './prices'
import { type Derived, type Run, relink } from './run'
import { unreadOf } from './unread'
import { viewAgent } from './viewAgent'

export interface ViewOptions extends LinkOptions {
  readonly prices: PriceTable
}

/** The run's agents as they are now; what changed since the last patch is noted in the run. */
export interface RunViews {
  readonly views: readonly AgentView[]
  readonly unplacedFrom: number
  readonly sums: Sums
}

/** What the last look found, kept while the structure stays: an append to one agent must not cost a look at ten thousand. */
export interface Looked {
  readonly views: AgentView[]
  readonly unplacedFrom: number
  sums: Sums
  judged: Judged[]
}

export function viewAgents(run: Run, options: ViewOptions): RunViews {
  const before = run.derived
  const touched = relink(run, options)
  const { derived } = run
  if (!derived) throw new Error('relink derives')
  if (derived.looked && touched) {
    if (touched.size > 0) lookAgain(run, derived, derived.looked, touched, options)
    return derived.looked
  }
  derived.looked = lookAnew(run, derived, options)
  const old = before?.looked ? new Map(before.looked.views.map((view) => [view.key, view])) : null
  for (const view of derived.looked.views) noteChange(run, old?.get(view.key), view)
  return derived.looked
}

function lookAnew(run: Run, derived: Derived, options: ViewOptions): Looked {
  const { placed, merged } = derived
  const sums = countAgents(run, placed, options.prices)
  const judged = judgeAgents(run, merged, placed)
  const views = placed.map((_, i) => makeView(run, derived, { sums, judged }, i, options))
  const unplacedFrom = placed.findIndex((one) => one.unplaced)
  return { views, unplacedFrom: unplacedFrom < 0 ? placed.length : unplacedFrom, sums, judged }
}

function lookAgain(run: Run, derived: Derived, looked: Looked, touched: ReadonlySet<number>, options: ViewOptions): void {
  const { placed, merged } = derived
  const stale = new Set<number>()
  if (isCountedTogether(run)) {
    looked.sums = countAgents(run, placed, options.prices)
    for (const i of placed.keys()) stale.add(i)
  } else for (const i of recountAgents(run, placed, looked.sums, touched, options.prices)) stale.add(i)
  if (isJudgedTogether(run)) {
    looked.judged = judgeAgents(run, merged, placed)
    for (const i of placed.keys()) stale.add(i)
  } else for (const i of touched) looked.judged[i] = judgeAgent(run, merged, placed, i)
  for (const i of stale) {
    const view = makeView(run, derived, looked, i, options)
    noteChange(run, looked.views[i], view)
    looked.views[i] = view
  }
}

function noteChange(run: Run, before: AgentView | undefined, now: AgentView): void {
  if (!before || JSON.stringify(before) !== JSON.stringify(now)) run.changedKeys.add(now.key)
}

function makeView(
  run: Run,
  derived: Derived,
  { sums, judged }: Pick<Looked, 'sums' | 'judged'>,
  i: number,
  options: ViewOptions,
) {
  const placed = derived.placed[i]
  const own = sums.counted[i]
  const total = sums.totals[i]
  const verdict = judged[i]
  if (!placed || !own || !total || !verdict) throw new Error('every placed agent is counted and judged')
  return viewAgent({
    placed,
    parentKey: placed.parent < 0 ? null : (derived.placed[placed.parent]?.node.key ?? null),
    runUri: run.uri,
    guestOf: guestOf(run, placed.node),
    isRoot: i === 0,
    verdict: verdict.verdict,
    waitingFor: verdict.waitingFor,
    spoken: verdict.spoken,
    own: own.usage,
    total: total.usage,
    ownCost: own.cost,
    totalCost: total.cost,
    prices: options.prices,
    unreadable: unreadOf(run, placed.node),
  })
}
