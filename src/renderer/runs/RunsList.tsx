import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import type { RunUri } from '../../shared/ids'
import { selectRun } from '../store/select'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { RunLine } from './RunLine'
import { RunsEmpty } from './RunsEmpty'
import { runMenu } from './runMenu'
import { stepRun } from './stepRun'
import type { RunsFound } from './useRunsFound'

interface RunsListProps {
  readonly found: RunsFound
  readonly isRail: boolean
}

const sectionHeight = { list: 28, rail: 13 }

export function RunsList({ found, isRail }: RunsListProps) {
  const { lines } = found
  const box = useRef<HTMLDivElement>(null)
  const list = useRunCursor(found)
  const isCompact = useTold((told) => told.settings.density === 'compact')
  const rowHeight = isRail ? 40 : isCompact ? 36 : 44
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => box.current,
    estimateSize: (index) => (lines.at(index)?.kind === 'section' ? sectionHeight[isRail ? 'rail' : 'list'] : rowHeight),
    getItemKey: useMeasureKey(`${lines.shape} ${rowHeight}`),
    overscan: 8,
  })
  const press = (event: KeyboardEvent): void => {
    const at = list.press(event)
    if (at !== null) virtual.scrollToIndex(at)
  }
  if (lines.count === 0) return isRail ? null : <RunsEmpty all={found.all} />
  return (
    <div
      className="runs-list"
      role="listbox"
      aria-label="Runs"
      aria-activedescendant={list.cursor === null ? undefined : optionId(list.cursor, isRail)}
      tabIndex={0}
      onKeyDown={press}
      onClick={list.pick}
      onContextMenu={(event) => openMenuFor(event, list.cursor)}
      ref={box}
    >
      <div role="presentation" className="runs-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const entry = lines.at(index)
          return (
            entry && (
              <div
                role="presentation"
                className="runs-place"
                key={entry.kind === 'run' ? entry.row.uri : entry.id}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <RunLine
                  entry={entry}
                  isRail={isRail}
                  place={index}
                  isAtCursor={entry.kind === 'run' && entry.row.uri === list.cursor}
                />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

/** The sizes of ten thousand lines are measured anew when the function is a new one: only when a section has moved. */
function useMeasureKey(shape: string): (index: number) => number {
  return useMemo(() => measureKeys(shape), [shape])
}

function measureKeys(_shape: string): (index: number) => number {
  return (index) => index
}

export function optionId(run: RunUri, isRail: boolean): string {
  return `${isRail ? 'rail' : 'run'} ${run}`.replaceAll(/\s/g, '-')
}

/** Where the keyboard stands in the list; the run that is shown until it has moved. */
function useRunCursor({ lines }: RunsFound) {
  const run = useUi((ui) => ui.run)
  const [moved, setMoved] = useState<RunUri | null>(null)
  const cursor = moved ?? run
  const press = (event: KeyboardEvent): number | null => {
    const step = stepRun(event, lines, cursor)
    if (step === null) return null
    event.preventDefault()
    if (step.kind === 'open') {
      if (cursor !== null) selectRun(cursor)
      return null
    }
    setMoved(step.run)
    return step.index
  }
  const pick = (event: MouseEvent): void => {
    const chosen = runAt(event)
    if (chosen === null) return
    setMoved(chosen)
    selectRun(chosen)
  }
  return { cursor, press, pick }
}

/** By the pointer at its place; by the keyboard, which names only the list, beside the line it stands on. */
function openMenuFor(event: MouseEvent, cursor: RunUri | null): void {
  const pointed = runAt(event)
  const line = cursor === null ? null : event.currentTarget.querySelector<HTMLElement>('.run.cursor')
  if (pointed !== null) runMenu(pointed, { x: event.clientX, y: event.clientY })
  else if (cursor !== null && line) runMenu(cursor, line)
  else return
  event.preventDefault()
}

function runAt({ target }: MouseEvent): RunUri | null {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-run]') : null
  // Written by RunLine from a row's own address.
  return (option?.dataset['run'] as RunUri | undefined) ?? null
}
