import { AgentKey } from '../../shared/ids'
import type { AgentView, Problem, RunRow, Totals, TreeView } from '../../shared/views'
import { addCost } from './addCost'
import { addUsage, noUsage } from './addUsage'
import type { ThreadFacts } from './facts'
import { headOfRun, type RunHead } from './headOfRun'
import { latestPart, type MergedThread } from './mergeSources'
import type { Run } from './run'
import { type RunViews, type ViewOptions, viewAgents } from './viewAgents'

export function viewTree(run: Run, options: ViewOptions): TreeView {
  const looked = viewAgents(run, options)
  const agents = looked.views.slice(0, looked.unplacedFrom)
  return {
    schema: 1,
    ...headOf(run, looked),
    root: AgentKey.parse(run.id),
    agents,
    unplaced: looked.views.slice(looked.unplacedFrom),
    totals: totalsOf(agents),
    ...sumsOf(run, looked),
    problems: problemsOf(run),
  }
}

export function viewRow(run: Run, options: ViewOptions, sizeBytes: number): RunRow {
  const looked = viewAgents(run, options)
  const root = rootOf(looked)
  // A guest has a row of its own: counted here too, a list would add it up twice.
  const own = run.guests.size === 0 ? looked : { ...looked, views: looked.views.map(hideGuest) }
  return {
    ...headOf(run, looked),
    status: root.status,
    phase: root.phase,
    status_source: root.status_source,
    model: root.model,
    agents: agentsOf(own),
    ...(run.guests.size === 0
      ? sumsOf(run, looked)
      : { ...sumsWithoutGuests(looked), whole: { agents: agentsOf(looked), ...sumsOf(run, looked) } }),
    sizeBytes,
    ...(root.unreadable === undefined ? {} : { unreadable: root.unreadable }),
  }
}

function agentsOf(looked: Pick<RunViews, 'views' | 'unplacedFrom'>): RunRow['agents'] {
  const { agents, ...phases } = countPhases(looked)
  return { total: agents, ...phases }
}

function hideGuest(agent: AgentView): AgentView {
  return agent.provider === undefined ? agent : { ...agent, hidden: 'user' }
}

function sumsWithoutGuests(looked: RunViews): Pick<TreeView, 'usage' | 'cost'> {
  const usage = noUsage()
  let usd: number | null = null
  let isKnown = true
  looked.sums.counted.forEach((own, i) => {
    if (looked.views[i]?.provider !== undefined) return
    addUsage(usage, own.usage)
    usd = addCost(usd, own)
    isKnown &&= own.cost !== null
  })
  const counted = looked.sums.counted.filter((_, i) => looked.views[i]?.provider === undefined)
  return { usage, cost: { usd: usd ?? (isKnown ? 0 : null), ...trustOf(counted, usage) } }
}

function rootOf({ views }: RunViews): AgentView {
  const [root] = views
  if (!root) throw new Error('a run has a root')
  return root
}

function headOf(run: Run, looked: RunViews): RunHead {
  const { derived } = run
  if (!derived) throw new Error('a run that was looked at is derived')
  return headOfRun(run, derived.main, derived.updatedAt, rootOf(looked))
}

function countPhases({ views, unplacedFrom }: Pick<RunViews, 'views' | 'unplacedFrom'>): Omit<Totals, 'byType'> {
  const totals = { agents: 0, running: 0, waiting: 0, failed: 0 }
  for (let i = 1; i < unplacedFrom; i++) {
    const agent = views[i]
    if (!agent || agent.hidden) continue
    totals.agents++
    if (agent.phase === 'running' || agent.phase === 'starting') totals.running++
    else if (agent.phase === 'waiting') totals.waiting++
    else if (agent.phase === 'failed') totals.failed++
  }
  return totals
}

function totalsOf(agents: readonly AgentView[]): Totals {
  const byType = new Map<string, number>()
  for (const agent of agents) {
    if (agent.parent === null || agent.hidden) continue
    const type = agent.type ?? 'unknown'
    byType.set(type, (byType.get(type) ?? 0) + 1)
  }
  const counts = countPhases({ views: agents, unplacedFrom: agents.length })
  return { ...counts, byType: Object.fromEntries(byType) }
}

/** The root's total and, beside it, what could not be placed. */
function sumsOf(run: Run, { sums, unplacedFrom }: RunViews): Pick<TreeView, 'usage' | 'cost'> {
  const usage = { ...rootTotal(sums).usage }
  let usd = addCost(null, rootTotal(sums))
  let isKnown = rootTotal(sums).cost !== null
  const placed = run.derived?.placed ?? []
  for (let i = unplacedFrom; i < placed.length; i++) {
    const loose = placed[i]?.parent === -1 ? sums.totals[i] : undefined
    if (!loose) continue
    addUsage(usage, loose.usage)
    usd = addCost(usd, loose)
    isKnown &&= loose.cost !== null
  }
  return { usage, cost: { usd: usd ?? (isKnown ? 0 : null), ...trustOf(sums.counted, usage) } }
}

function trustOf(counted: RunViews['sums']['counted'], usage: TreeView['usage']): Pick<TreeView['cost'], 'complete' | 'source'> {
  const isRecorded = usage.requests > 0 && counted.every((own) => own.usage.requests === 0 || own.isRecorded)
  return {
    complete: counted.every((own) => own.unknownModels.length === 0 && !own.isPartial),
    source: isRecorded ? 'recorded' : 'estimated',
  }
}

function rootTotal(sums: RunViews['sums']) {
  const [root] = sums.totals
  if (!root) throw new Error('a run has a root')
  return root
}

function problemsOf(run: Run): Problem[] {
  const problems: Problem[] = []
  const faulty = [...run.sources].filter(([, facts]) => facts.problemCount > 0)
  for (const [source, facts] of faulty.sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { code, line, message } of facts.problems) problems.push({ code, source, line, message })
    const more = facts.problemCount - facts.problems.length
    if (more > 0) problems.push({ code: 'more_problems', source, line: null, message: `${more} more problems in this file` })
  }
  for (const [source, { line, reason }] of [...run.unread].sort())
    problems.push({ code: 'unreadable', source, line, message: `the file cannot be read: ${reason}` })
  for (const thread of run.derived?.merged.threads.values() ?? []) problems.push(...splitProblems(thread))
  return problems
}

/** One conversation in several files is counted once, and its transcript is the file that went on last. A mere copy is no problem. */
function splitProblems(thread: MergedThread): Problem[] {
  if (thread.parts.length < 2) return []
  const latest = latestPart(thread)
  const message = 'the same conversation goes on in another file, from which its transcript is shown'
  return thread.parts
    .filter(({ facts }) => facts !== latest && holdsMore(facts, latest))
    .map(({ source }) => ({ code: 'split_transcript', source, line: null, message }))
}

function holdsMore(facts: ThreadFacts, latest: ThreadFacts): boolean {
  for (const response of facts.responses.keys()) if (!latest.responses.has(response)) return true
  for (const tool of facts.tools) if (!latest.tools.has(tool)) return true
  return false
}
