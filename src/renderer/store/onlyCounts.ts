import type { AgentView, RunRow } from '../../shared/views'

/** Numbers that grow with every record, in every agent above the one that wrote it. */
const counting: ReadonlySet<string> = new Set(['usage', 'cost', 'updated', 'durationMs', 'sizeBytes'])

type Nothing = null | undefined

/** True: nothing differs but numbers that count up, or nothing at all. */
export function onlyCounts(now: AgentView | Nothing, before: AgentView | Nothing): boolean {
  return now && before ? differsOnlyIn(now, before) : now === before
}

/** The same of a run; how many of its agents are at work is among them, that one waits or failed is not. */
export function onlyRowCounts(now: RunRow | Nothing, before: RunRow | Nothing): boolean {
  if (!now || !before) return now === before
  if (isLoud(now.agents, before.agents) || isLoud(now.whole?.agents, before.whole?.agents)) return false
  return differsOnlyIn({ ...now, agents: null, whole: null }, { ...before, agents: null, whole: null })
}

function isLoud(now: RunRow['agents'] | undefined, before: RunRow['agents'] | undefined): boolean {
  return now?.waiting !== before?.waiting || now?.failed !== before?.failed
}

function differsOnlyIn(now: object, before: object): boolean {
  const [a, b] = [Object.entries(now), Object.entries(before)]
  const known = new Map<string, unknown>(b)
  return a.length === b.length && a.every(([name, value]) => known.has(name) && isQuiet(name, value, known.get(name)))
}

/** The end of what is over moves on with every record that comes after it; that there is one at all is news. */
function isQuiet(name: string, now: unknown, before: unknown): boolean {
  return counting.has(name) || (name === 'ended' && now !== null && before !== null) || isSame(now, before)
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  const known = new Map<string, unknown>(right)
  return left.length === right.length && left.every(([name, value]) => known.has(name) && isSame(value, known.get(name)))
}
