import './AttentionList.css'
import { useState } from 'react'
import { formatDuration } from '../../shared/formatDuration'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { Popover } from '../controls/Popover'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { AttentionRow } from './AttentionRow'
import { type AttentionGroup, attentionGroups, countKinds, groupIcons, groupOf, groupWords } from './attentionGroups'
import { DriveMatterRow } from './DriveMatterRow'
import type { DriveMatter } from './driveMatters'
import { useAttention } from './useAttention'
import { useDriveMatters } from './useDriveMatters'
import { walkByKey } from './walkByKey'

const close = (): void => useUi.setState({ overlay: null })

/** Everything that waits for a person, oldest first. */
export function AttentionList({ anchor }: { readonly anchor: HTMLElement }) {
  const entries = useAttention()
  const stuckMinutes = useTold((told) => told.settings.stuckMinutes)
  const [group, setGroup] = useState<AttentionGroup | null>(null)
  const matters = useDriveMatters()
  const waiting = entries.filter(({ shown }) => shown?.end == null)
  const more = useTold((told) => told.attention.more)
  const counts = withMatters(countKinds(waiting, more), matters)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const wanted = group !== null && counts.has(group) ? group : null
  const isWanted = (one: AttentionGroup): boolean => wanted === null || one === wanted
  const listed = [...waiting.map(({ kind }) => groupOf(kind)), ...matters.map((matter) => matter.group)].filter(isWanted).length
  const left = (wanted === null ? total : (counts.get(wanted) ?? 0)) - listed
  const rows = [
    ...entries
      .filter(({ kind }) => isWanted(groupOf(kind)))
      .map((entry) => ({ since: entry.since, row: <AttentionRow entry={entry} key={entry.id} /> })),
    ...matters
      .filter((matter) => isWanted(matter.group))
      .map((matter) => ({ since: matter.since, row: <DriveMatterRow matter={matter} key={matter.id} /> })),
  ]
  return (
    <Popover label="Attention" anchor={anchor} onClose={close} width={468}>
      <div className="attention-head">
        <span className="b grow">Attention</span>
        <span className="t1 f3">oldest first</span>
        <span className="kbd">n</span>
        <span className="t1 f3">next</span>
        <IconButton icon="bell" label="Notifications" onPress={() => useUi.setState({ overlay: 'settings' })} />
      </div>
      {total > 0 && <Kinds counts={counts} total={total} wanted={wanted} onWant={setGroup} />}
      {entries.length + matters.length === 0 ? (
        <p className="attention-none">Nothing needs you. Stuck means: no output for {formatDuration(stuckMinutes * 60_000)}.</p>
      ) : (
        <ul className="attention-items" aria-label="Attention, oldest first" ref={walkByKey}>
          {rows.toSorted(bySince).map(({ row }) => row)}
        </ul>
      )}
      {left > 0 && <p className="attention-foot">{left} more have no room in this list</p>}
    </Popover>
  )
}

function bySince(a: { readonly since: string }, b: { readonly since: string }): number {
  return a.since < b.since ? -1 : a.since > b.since ? 1 : 0
}

function withMatters(
  counts: ReadonlyMap<AttentionGroup, number>,
  matters: readonly DriveMatter[],
): ReadonlyMap<AttentionGroup, number> {
  const all = new Map(counts)
  for (const { group } of matters) all.set(group, (all.get(group) ?? 0) + 1)
  return all
}

interface KindsProps {
  readonly counts: ReadonlyMap<AttentionGroup, number>
  readonly total: number
  readonly wanted: AttentionGroup | null
  readonly onWant: (group: AttentionGroup | null) => void
}

function Kinds({ counts, total, wanted, onWant }: KindsProps) {
  return (
    <div className="attention-kinds">
      <button
        type="button"
        className={`chip${wanted === null ? ' on' : ''}`}
        aria-pressed={wanted === null}
        onClick={() => onWant(null)}
      >
        All {total}
      </button>
      {attentionGroups
        .filter((group) => counts.has(group))
        .map((group) => (
          <button
            type="button"
            className={`chip${wanted === group ? ' on' : ''}`}
            aria-pressed={wanted === group}
            onClick={() => onWant(wanted === group ? null : group)}
            key={group}
          >
            <Icon size={12} {...groupIcons[group]} />
            {groupWords[group]} {counts.get(group)}
          </button>
        ))}
    </div>
  )
}
