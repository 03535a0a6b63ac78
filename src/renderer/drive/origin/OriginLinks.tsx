import { type MouseEvent, useMemo } from 'react'
import { RunUri } from '../../../shared/ids'
import type { RunRow } from '../../../shared/views'
import { Foreign } from '../../controls/Foreign'
import { foreignLine } from '../../controls/foreignLine'
import { Icon } from '../../controls/Icon'
import { openMenu } from '../../controls/Menu'
import { Tip } from '../../controls/Tip'
import { runTitle } from '../../runs/runTitle'
import { callEngine, faultOf } from '../../store/client'
import { useRuns } from '../../store/runs'
import { selectRun } from '../../store/select'
import { tell } from '../../store/tell'
import { useUi } from '../../store/ui'
import { useDrive } from '../useDrive'
import { descendantsOf, originOf } from './descendantsOf'

/** The double edge between runs: what this one goes on from, and what goes on from it. */
export function OriginLinks({ row }: { readonly row: RunRow }) {
  const launches = useDrive((drive) => drive.launches)
  const size = useRuns(({ rows }) => rows.size)
  const origin = originOf(row, launches)
  const later = useMemo(() => laterAt(row, launches, size), [row, launches, size])
  return (
    <>
      {origin !== null && <OriginLink origin={origin} />}
      {later.length > 0 && (
        <Tip text="Runs that go on from this one">
          <button type="button" className="run-number" aria-haspopup="menu" onClick={(event) => openLater(event, later)}>
            <Icon name="edge-continued" size={12} />
            continued in {later.length === 1 ? '1 run' : `${later.length} runs`}
          </button>
        </Tip>
      )}
    </>
  )
}

/** The map of runs is changed in place: one that goes on from here is one more. */
function laterAt(row: RunRow, launches: Parameters<typeof descendantsOf>[2], _size: number): readonly RunRow[] {
  return descendantsOf(row.uri, useRuns.getState().rows, launches)
}

function OriginLink({ origin }: { readonly origin: string }) {
  // A text: the map of runs is changed in place.
  const title = useRuns(({ rows }) => {
    const row = rows.get(runOf(origin))
    return row ? runTitle(row) : origin
  })
  return (
    <Tip text={<Foreign text={origin} className="mono" />}>
      <button type="button" className="run-number origin-link" onClick={() => void goTo(origin)}>
        <Icon name="edge-continued" size={12} />
        <span className="cut">
          goes on from <Foreign text={title} />
        </span>
      </button>
    </Tip>
  )
}

/** The run that an address lies in. */
function runOf(address: string): RunUri {
  const [scheme = '', rest = ''] = address.split('://')
  return RunUri.parse(`${scheme}://${rest.split('/')[0]}`)
}

async function goTo(address: string): Promise<void> {
  try {
    const { chosen } = useUi.getState()
    const { run, key } = await callEngine('resolve', { text: address })
    // Unless they have gone elsewhere meanwhile.
    if (useUi.getState().chosen === chosen) selectRun(run, key)
  } catch (error) {
    tell({ level: 'error', code: 'origin', message: faultOf(error).message })
  }
}

function openLater({ currentTarget }: MouseEvent<HTMLElement>, later: readonly RunRow[]): void {
  openMenu({
    at: currentTarget,
    label: 'Runs that go on from this one',
    items: later.map((row) => ({
      kind: 'action',
      id: row.uri,
      label: foreignLine(runTitle(row)),
      icon: `st-${row.phase}`,
      run: () => selectRun(row.uri),
    })),
  })
}
