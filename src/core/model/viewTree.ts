import { AgentKey, ProviderId, RunUri } from '../../shared/ids'
import type { AgentView, Problem, RunRow, Totals, TreeView, Usage } from '../../shared/views'
import { addUsage, noUsage } from './addUsage'
import type { LinkOptions } from './linkRun'
import { latestPart } from './mergeSources'
import { phaseOf, phaseOfRoot, type Verdict } from './phaseOf'
import { type Counted, ownSums, priceSums } from './priceSums'
import type { PriceTable } from './prices'
import { type Derived, type Run, relink } from './run'
import { instant, viewAgent } from './viewAgent'

export interface ViewOptions extends LinkOptions {
  readonly prices: PriceTable
}

/** The run's agents as they are now; what changed since the last patch is noted in the run. */
export interface RunViews {
  readonly views: readonly AgentView[]
  readonly unplacedFrom: number
  readonly unknownModels: readonly string[]
}

export function viewAgents(run: Run, options: ViewOptions): RunViews {
  const before = run.derived
  const touched = relink(run, options)
  const derived = run.derived
  if (!derived) throw new Error('relink derives')
  const counted = countAll(run, derived, options.prices)
  const totals = totalUp(derived, counted)
  const verdicts = judgeAll(run, derived)
  const old = before === derived ? null : viewsByKey(before)
  derived.placed.forEach((placed, i) => {
    const last = derived.views[i] ?? old?.get(placed.node.key) ?? null
    const judged = verdicts[i]
    const sum = totals[i]
    const own = counted[i]
    if (!judged || !sum || !own) return
    if (touched && derived.views[i] && !touched.has(i) && isUnmoved(derived.views[i], sum, judged)) return
    const parent = placed.parent < 0 ? null : (derived.placed[placed.parent]?.node.key ?? null)
    const view = viewAgent({
      placed,
      parentKey: parent,
      runUri: run.uri,
      isRoot: i === 0,
      verdict: judged.verdict,
      waitingFor: judged.waitingFor,
      own: own.usage,
      total: sum.usage,
      ownCost: own.cost,
      totalCost: sum.cost,
      prices: options.prices,
    })
    derived.views[i] = view
    if (!last || JSON.stringify(last) !== JSON.stringify(view)) run.changedKeys.add(view.key)
  })
  const unplacedFrom = derived.placed.findIndex((placed) => placed.unplaced)
  return {
    views: derived.views.filter((view) => view !== null),
    unplacedFrom: unplacedFrom < 0 ? derived.placed.length : unplacedFrom,
    unknownModels: [...new Set(counted.flatMap((c) => c.unknownModels))],
  }
}

function viewsByKey(derived: Derived | null): Map<string, AgentView> {
  return new Map(derived?.views.flatMap((view) => (view ? [[view.key, view] as const] : [])))
}

function isUnmoved(view: AgentView | null | undefined, sum: Sum, judged: Judged): boolean {
  return (
    view != null &&
    view.phase === judged.verdict.phase &&
    view.status_source === judged.verdict.source &&
    view.waitingFor === judged.waitingFor &&
    view.usage.total.requests === sum.usage.requests &&
    view.usage.total.output === sum.usage.output &&
    view.usage.total.input === sum.usage.input &&
    view.usage.total.cacheRead === sum.usage.cacheRead &&
    view.usage.total.cacheWrite === sum.usage.cacheWrite
  )
}

function countAll(run: Run, derived: Derived, prices: PriceTable): Counted[] {
  const isExact = run.sharesResponses || run.foreign.size > 0
  const claimed = new Set<string>()
  return derived.placed.map(({ node }) => {
    if (!node.thread) return priceSums(new Map(), prices)
    const [only] = node.thread.parts
    if (!isExact && node.thread.parts.length === 1 && only) return priceSums(only.facts.sums, prices)
    return priceSums(ownSums(node.thread, claimed, run.foreign), prices)
  })
}

interface Sum {
  readonly usage: Usage
  cost: number | null
}

/** Children come after their parents in the list, so one walk from its end sums every subtree. */
function totalUp(derived: Derived, counted: readonly Counted[]): Sum[] {
  const sums: Sum[] = counted.map((own) => ({ usage: { ...own.usage }, cost: own.cost }))
  for (let i = derived.placed.length - 1; i > 0; i--) {
    const own = sums[i]
    const parent = sums[derived.placed[i]?.parent ?? -1]
    if (!own || !parent) continue
    addUsage(parent.usage, own.usage)
    if (own.cost !== null) parent.cost = (parent.cost ?? 0) + own.cost
  }
  return sums
}

interface Judged {
  readonly verdict: Verdict
  readonly waitingFor: 'permission' | 'question' | null
}

function judgeAll(run: Run, derived: Derived): Judged[] {
  const { liveness } = run
  const judged: Judged[] = derived.placed.map(({ node }, i) => {
    const verdict =
      i === 0
        ? phaseOfRoot(node.thread ? latestPart(node.thread) : null, liveness)
        : phaseOf(node, derived.merged.endings.get(node.id ?? '') ?? [], liveness)
    return { verdict, waitingFor: null }
  })
  if (liveness.live && liveness.activity === 'waiting') blameWaiting(derived, judged, liveness.waitingFor ?? 'permission')
  return judged
}

/**
 * The registry says that the session waits, not which agent. The one whose tool call was made last and has no answer waits;
 * spawning calls do not count, their agents do the waiting.
 */
function blameWaiting(derived: Derived, judged: Judged[], waitingFor: 'permission' | 'question'): void {
  let found = 0
  let at = Number.NEGATIVE_INFINITY
  derived.placed.forEach(({ node }, i) => {
    if (i > 0 && judged[i]?.verdict.phase !== 'running') return
    const latest = node.thread ? latestPart(node.thread) : null
    if (!latest || ![...latest.openTools.keys()].some((tool) => !derived.merged.calls.has(tool))) return
    if (latest.updatedAt >= at) {
      at = latest.updatedAt
      found = i
    }
  })
  judged[found] = { verdict: { phase: 'waiting', source: 'protocol', error: null }, waitingFor }
  if (found !== 0) judged[0] = { verdict: { phase: 'running', source: 'protocol', error: null }, waitingFor: null }
}

export function viewTree(run: Run, options: ViewOptions): TreeView {
  const { views, unplacedFrom, unknownModels } = viewAgents(run, options)
  const root = views[0]
  if (!root) throw new Error('a run has a root')
  const head = headOf(run, root)
  return {
    schema: 1,
    ...head,
    root: AgentKey.parse(run.id),
    agents: views.slice(0, unplacedFrom),
    unplaced: views.slice(unplacedFrom),
    totals: totalsOf(views.slice(0, unplacedFrom)),
    ...sumsOf(views, unknownModels),
    problems: problemsOf(run),
  }
}

export function viewRow(run: Run, options: ViewOptions, sizeBytes: number): RunRow {
  const { views, unplacedFrom, unknownModels } = viewAgents(run, options)
  const root = views[0]
  if (!root) throw new Error('a run has a root')
  const totals = totalsOf(views.slice(0, unplacedFrom))
  return {
    ...headOf(run, root),
    status: root.status,
    phase: root.phase,
    status_source: root.status_source,
    model: root.model,
    agents: { total: totals.agents, running: totals.running, waiting: totals.waiting, failed: totals.failed },
    ...sumsOf(views, unknownModels),
    sizeBytes,
  }
}

function headOf(run: Run, root: AgentView) {
  let title = ''
  let rank = -1
  let cwd: string | null = null
  let version: string | null = null
  let started = Number.NaN
  let updated = Number.NaN
  for (const source of [...run.sources.keys()].sort()) {
    const facts = run.sources.get(source)
    if (!facts) continue
    const main = facts.threads.has(run.id)
    for (const [r, text] of facts.titles) if (main && r > rank && text !== '') [rank, title] = [r, text]
    if (main) {
      cwd ??= facts.cwd
      version = facts.version ?? version
      if (!(started <= facts.firstAt) && !Number.isNaN(facts.firstAt)) started = facts.firstAt
    }
    for (const thread of facts.threads.values())
      if (!(updated >= thread.updatedAt) && !Number.isNaN(thread.updatedAt)) updated = thread.updatedAt
  }
  if (title === '') title = firstLine(root.prompt ?? '')
  const { live } = run.liveness
  return {
    uri: RunUri.parse(run.uri),
    provider: ProviderId.parse(run.provider),
    id: run.id,
    title,
    cwd,
    project: cwd,
    version,
    started: instant(started) ?? root.started,
    updated: instant(updated) ?? root.updated,
    ended: live ? null : (instant(updated) ?? root.ended),
    live,
    forkedFrom: run.forkedFrom,
  }
}

const TITLE_LENGTH = 200

function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? ''
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line
}

function totalsOf(agents: readonly AgentView[]): Totals {
  const totals = { agents: 0, running: 0, waiting: 0, failed: 0 }
  const byType = new Map<string, number>()
  for (const agent of agents) {
    if (agent.parent === null || agent.hidden) continue
    totals.agents++
    if (agent.phase === 'running' || agent.phase === 'starting') totals.running++
    if (agent.phase === 'waiting') totals.waiting++
    if (agent.phase === 'failed') totals.failed++
    const type = agent.type ?? 'unknown'
    byType.set(type, (byType.get(type) ?? 0) + 1)
  }
  return { ...totals, byType: Object.fromEntries(byType) }
}

function sumsOf(views: readonly AgentView[], unknownModels: readonly string[]): Pick<TreeView, 'usage' | 'cost'> {
  const usage = noUsage()
  let usd: number | null = null
  for (const view of views) {
    addUsage(usage, view.usage.own)
    if (view.cost.own !== null) usd = (usd ?? 0) + view.cost.own
  }
  return {
    usage,
    cost: { usd: usd === null && usage.requests > 0 ? null : usd, complete: unknownModels.length === 0, source: 'estimated' },
  }
}

function problemsOf(run: Run): Problem[] {
  const problems: Problem[] = []
  for (const source of [...run.sources.keys()].sort()) {
    const facts = run.sources.get(source)
    if (!facts) continue
    for (const { code, line, message } of facts.problems) problems.push({ code, source, line, message })
    const more = facts.problemCount - facts.problems.length
    if (more > 0) problems.push({ code: 'more_problems', source, line: null, message: `${more} more problems in this file` })
  }
  return problems
}
