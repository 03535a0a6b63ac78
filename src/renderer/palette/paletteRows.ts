import type { AgentKey } from '../../shared/ids'
import { loudestPhase } from '../../shared/loudestPhase'
import { parseUri } from '../../shared/parseUri'
import type { AgentView, Phase, RunRow } from '../../shared/views'
import { actionsOf, type MenuAction, type MenuItem } from '../controls/MenuItem'
import { searchText } from '../runs/matchRuns'
import { agentName } from '../store/agentName'
import { findMatches } from './findMatches'
import type { PaletteScope } from './openPalette'
import { wordsOf } from './scoreText'

export type PaletteRow =
  | { readonly kind: 'go'; readonly id: string; readonly text: string }
  | { readonly kind: 'bad'; readonly id: string; readonly message: string; readonly shape: string }
  | { readonly kind: 'agent'; readonly id: string; readonly agent: AgentView; readonly label: string; readonly phase: Phase }
  | { readonly kind: 'run'; readonly id: string; readonly row: RunRow; readonly phase: Phase }
  | { readonly kind: 'action'; readonly id: string; readonly action: MenuAction }

export interface PaletteSection {
  readonly title: string
  /** How many there are beyond those shown. */
  readonly total: number | null
  readonly rows: readonly PaletteRow[]
}

export interface PaletteSource {
  readonly query: string
  readonly scope: PaletteScope
  /** In the order of the list. */
  readonly runs: readonly RunRow[]
  readonly agents: ReadonlyMap<AgentKey, AgentView>
  readonly agentActions: { readonly title: string; readonly items: readonly MenuItem[] } | null
  readonly appActions: readonly MenuAction[]
}

const most = 20

export function paletteRows(source: PaletteSource): readonly PaletteSection[] {
  const words = wordsOf(source.query)
  const isAll = source.scope === 'all'
  const sections = [
    addressSection(source.query),
    words.length === 0 && isAll ? recentRuns(source.runs) : null,
    agents(source, words),
  ]
  if (isAll && words.length > 0) sections.push(runs(source.runs, words))
  if (source.agentActions) sections.push(actions(source.agentActions.title, actionsOf(source.agentActions.items), words))
  if (isAll) sections.push(actions('Actions', source.appActions, words))
  const shown = sections.filter((section) => section !== null).filter(({ rows }) => rows.length > 0)
  const named = shown.filter(({ rows }) => isNamed(rows[0], words))
  return [...named, ...shown.filter((section) => !named.includes(section))]
}

/** Who writes the whole name of what can be done wants that, and not what happens to have the same words in it. */
function isNamed(row: PaletteRow | undefined, words: readonly string[]): boolean {
  return row?.kind === 'action' && row.action.disabledReason === undefined && nameOf(row.action) === words.join(' ')
}

/** The three dots say only that it asks further. */
function nameOf({ label }: MenuAction): string {
  return label.toLowerCase().replace(/\s*…$/, '')
}

/** What was pasted may be the address of a run or an agent. */
function addressSection(query: string): PaletteSection | null {
  const text = query.trim()
  const parsed = parseUri(text)
  if (!parsed.ok && !text.includes('://')) return null
  // The engine knows the other spellings of an address; what is wrong with ours is known here.
  const row: PaletteRow =
    parsed.ok || text.startsWith('understory:')
      ? { kind: 'go', id: 'go', text }
      : { kind: 'bad', id: 'bad', message: parsed.failure.message, shape: parsed.failure.shape }
  return { title: 'Go to', total: null, rows: [row] }
}

function recentRuns(all: readonly RunRow[]): PaletteSection {
  return { title: 'Runs', total: all.length, rows: all.slice(0, 6).map(runRow) }
}

function runs(all: readonly RunRow[], words: readonly string[]): PaletteSection {
  const found = findMatches(all, searchText, words, most)
  return { title: 'Runs', total: found.total, rows: found.items.map(runRow) }
}

function runRow(row: RunRow): PaletteRow {
  return { kind: 'run', id: `run ${row.uri}`, row, phase: loudestPhase(row) }
}

function agents({ agents: all, scope }: PaletteSource, words: readonly string[]): PaletteSection | null {
  if (words.length === 0 && scope === 'all') return null
  const found =
    words.length === 0
      ? { items: [...all.values()].slice(0, most), total: all.size }
      : findMatches(all.values(), agentText, words, most)
  const rows = found.items.map(
    (agent): PaletteRow => ({ kind: 'agent', id: `agent ${agent.key}`, agent, label: agentName(agent), phase: agent.phase }),
  )
  return { title: 'Agents', total: found.total, rows }
}

const texts = new WeakMap<AgentView, string>()

/** What is searched of an agent, in small letters; made once a view. */
function agentText(agent: AgentView): string {
  const known = texts.get(agent)
  if (known !== undefined) return known
  const text =
    `${agentName(agent)}\n${agent.name ?? ''}\n${(agent.description ?? '').slice(0, 300)}\n${agent.id ?? ''}`.toLowerCase()
  texts.set(agent, text)
  return text
}

/** Makes what is searched before it is asked for, a portion at a time, so that the first letter finds it ready. */
export function* warmTexts(runs: readonly RunRow[], agents: ReadonlyMap<AgentKey, AgentView>): Generator<undefined> {
  let made = 0
  for (const row of runs) {
    searchText(row)
    if (++made % 1000 === 0) yield
  }
  for (const agent of agents.values()) {
    agentText(agent)
    if (++made % 1000 === 0) yield
  }
}

/** The one that is named, then what can be done now, then what cannot. */
function canFirst(found: readonly MenuAction[], words: readonly string[]): readonly MenuAction[] {
  const rankOf = (action: MenuAction): number =>
    action.disabledReason !== undefined ? 2 : nameOf(action) === words.join(' ') ? 0 : 1
  return [...found].sort((a, b) => rankOf(a) - rankOf(b))
}

function actions(title: string, all: readonly MenuAction[], words: readonly string[]): PaletteSection {
  const found =
    words.length === 0 ? all : canFirst(findMatches(all, ({ label }) => label.toLowerCase(), words, most).items, words)
  return { title, total: null, rows: found.map((action) => ({ kind: 'action', id: `${title} ${action.id}`, action })) }
}
