import type { AttentionItem } from '../../shared/attention'
import { formatDuration } from '../../shared/formatDuration'
import { type StyledLine, span } from '../text/styledText'
import { findStuck, type StuckRules } from './findStuck'
import type { WatchedState } from './watchedState'

export interface StuckTeller {
  /** Of all that are stuck now. */
  lines(): StyledLine[]
  /** Of those that are stuck since the last time; silence that was broken is another silence. */
  news(): StyledLine[]
}

export function stuckTeller(state: Pick<WatchedState, 'runs' | 'agentsOf'>, rules: StuckRules): StuckTeller {
  const { now } = rules
  let told = new Set<string>()
  const find = (): readonly AttentionItem[] => findStuck(state, rules)
  return {
    lines: () => find().map((item) => lineOf(item, now())),
    news() {
      const all = find()
      const fresh = all.filter(({ id }) => !told.has(id))
      told = new Set(all.map(({ id }) => id))
      return fresh.map((item) => lineOf(item, now()))
    },
  }
}

function lineOf({ path, since, detail }: AttentionItem, now: number): StyledLine {
  const names = path.map(({ label }) => label)
  const silent = formatDuration(Math.max(0, now - Date.parse(since)))
  const did = detail === '' ? '' : ` · ${detail}`
  return [
    span(
      `${names
        .slice(0, -1)
        .map((name) => `${name} ▸ `)
        .join('')}`,
      'dim',
    ),
    span(names.at(-1) ?? ''),
    span('  '),
    span(`stuck, no record for ${silent}`, 'need'),
    span(did, 'dim'),
  ]
}
