import { useUi } from '../store/ui'
import { ChoicePart } from './ChoicePart'

const groupings = ['time', 'project', 'status', 'provider', 'nothing'] as const
const sorts = [
  { by: 'activity', label: 'last activity' },
  { by: 'started', label: 'started' },
  { by: 'cost', label: 'cost' },
  { by: 'tokens', label: 'tokens' },
  { by: 'agents', label: 'agents' },
] as const

/** In which parts the runs are listed, and in which order. */
export function RunsArranging() {
  const grouping = useUi((ui) => ui.runsGrouping)
  const sort = useUi((ui) => ui.runsSort)
  return (
    <>
      <ChoicePart title="Group by">
        <div className="pairs">
          {groupings.map((by) => (
            <label key={by}>
              <input
                type="radio"
                name="runs-grouping"
                checked={grouping === by}
                onChange={() => useUi.setState({ runsGrouping: by })}
              />
              {by}
            </label>
          ))}
        </div>
      </ChoicePart>
      <ChoicePart title="Sort by">
        <div className="pairs">
          {sorts.map(({ by, label }) => (
            <label key={by}>
              <input type="radio" name="runs-sort" checked={sort === by} onChange={() => useUi.setState({ runsSort: by })} />
              {label}
            </label>
          ))}
        </div>
      </ChoicePart>
    </>
  )
}
