import type { AttentionItem } from '../../shared/attention'
import type { BudgetBreach } from '../../shared/drive/budget'
import type { Launch } from '../../shared/drive/launch'
import type { AttentionGroup } from './attentionGroups'

/** What went wrong with runs that were started here beside what their agents say: a start that failed, a limit that was passed. */
export type DriveMatter =
  | {
      readonly kind: 'launch'
      readonly group: AttentionGroup
      readonly id: string
      readonly since: string
      readonly launch: Launch
    }
  | {
      readonly kind: 'breach'
      readonly group: AttentionGroup
      readonly id: string
      readonly since: string
      readonly breach: BudgetBreach
    }

interface Sources {
  readonly launches: readonly Launch[]
  readonly breaches: readonly BudgetBreach[]
  /** What the list tells already: an agent that failed is not told twice. */
  readonly items: readonly Pick<AttentionItem, 'kind' | 'run'>[]
  /** Names of limits that a person has seen. */
  readonly seen: readonly string[]
}

export function driveMatters({ launches, breaches, items, seen }: Sources): readonly DriveMatter[] {
  const told = new Set(items.flatMap(({ kind, run }) => (kind === 'failed' ? [run] : [])))
  const failed = launches.filter(({ phase, run }) => phase === 'failed' && (run === null || !told.has(run)))
  const passed = breaches.filter((breach) => !seen.includes(breachName(breach)))
  return [
    ...failed.map((launch) => ({ kind: 'launch', group: 'failed', id: launch.id, since: launch.since, launch }) as const),
    // Seen before times were noted: before all others.
    ...passed.map(
      (breach) => ({ kind: 'breach', group: 'limit', id: breachName(breach), since: breach.at ?? '', breach }) as const,
    ),
  ]
}

/** The same limit, set anew to another value, or passed anew because it stops now, is another matter. */
export function breachName({ run, key, limit, allowed, at }: BudgetBreach): string {
  return `${run} ${key ?? ''} ${limit} ${allowed}${at === undefined ? '' : ` ${at}`}`
}
