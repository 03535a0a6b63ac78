import { useState } from 'react'
import { formatExact } from '../../shared/formatCount'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { Popover } from '../controls/Popover'
import { countChoices, isFiltering } from './matchRuns'
import { RunsChoices } from './RunsChoices'
import { changeRunsFilter, clearRunsFilter, useRunsFilter } from './runsFilter'
import type { RunsFound } from './useRunsFound'

interface RunsHeadProps {
  readonly found: RunsFound
  readonly onNarrow: () => void
}

export function RunsHead({ found, onNarrow }: RunsHeadProps) {
  const filter = useRunsFilter((state) => state.filter)
  const isTextOpen = useRunsFilter((state) => state.isTextOpen)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <div className="head">
        <h2 className="b grow">Runs</h2>
        {found.all > 0 && (
          <>
            <IconButton icon="search" label="Search the titles" isOn={isTextOpen} onPress={() => turnText(!isTextOpen)} />
            <IconButton
              icon="filter"
              label="Filter and group"
              isOn={countChoices(filter) > 0}
              isExpanded={anchor !== null}
              onPress={(event) => setAnchor(anchor ? null : event.currentTarget)}
            />
          </>
        )}
        <IconButton icon="chev-left" label="Make it a rail" onPress={onNarrow} />
      </div>
      {anchor && (
        <Popover label="Filter and group the runs" anchor={anchor} onClose={() => setAnchor(null)} width={256}>
          <RunsChoices />
        </Popover>
      )}
      {isTextOpen && <TextField text={filter.text} />}
      {isFiltering(filter) && (
        <div className="runs-found" role="status">
          <span className="grow">
            {formatExact(found.matching)} of {formatExact(found.all)}
          </span>
          <button type="button" className="link" onClick={clearRunsFilter}>
            clear
          </button>
        </div>
      )}
    </>
  )
}

function turnText(isTextOpen: boolean): void {
  useRunsFilter.setState({ isTextOpen })
  if (!isTextOpen) changeRunsFilter({ text: '' })
}

/** Opened by the person, to write in it. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}

function TextField({ text }: { readonly text: string }) {
  return (
    <label className="input runs-text">
      <Icon name="search" size={14} className="f3" />
      <input
        ref={focusOnce}
        aria-label="Search the titles of runs"
        placeholder="title, project or URI"
        value={text}
        maxLength={200}
        onChange={(event) => changeRunsFilter({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          turnText(false)
        }}
      />
    </label>
  )
}
