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
import { needsPerson } from './needsPerson'

const close = (): void => useUi.setState({ overlay: null })

/** Everything that waits for a person, oldest first. */
export function AttentionList({ anchor }: { readonly anchor: HTMLElement }) {
  const items = useTold((told) => told.attention.items)
  const stuckMinutes = useTold((told) => told.settings.stuckMinutes)
  const [group, setGroup] = useState<AttentionGroup | null>(null)
  const counts = countKinds(items)
  const wanted = group !== null && counts.has(group) ? group : null
  const shown = wanted === null ? items : items.filter(({ kind }) => groupOf(kind) === wanted)
  return (
    <Popover label="Attention" anchor={anchor} onClose={close} width={468}>
      <div className="attention-head">
        <span className="b grow">Attention</span>
        <span className="t1 f3">oldest first</span>
        <span className="kbd">n</span>
        <span className="t1 f3">next</span>
        <IconButton icon="bell" label="Notifications" onPress={() => useUi.setState({ overlay: 'settings' })} />
      </div>
      {items.length > 0 && <Kinds counts={counts} total={items.length} wanted={wanted} onWant={setGroup} />}
      {items.length === 0 ? (
        <p className="attention-none">Nothing needs you. Stuck means: no output for {formatDuration(stuckMinutes * 60_000)}.</p>
      ) : (
        <ul className="attention-items" aria-label="Attention, oldest first">
          {shown.map((item) => (
            <AttentionRow item={item} key={item.id} />
          ))}
        </ul>
      )}
      {shown.some(needsPerson) && (
        <div className="attention-foot">What asks runs in a terminal that is not ours: we can show it, not answer it.</div>
      )}
    </Popover>
  )
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
