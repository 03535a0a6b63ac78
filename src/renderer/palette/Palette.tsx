import './Palette.css'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatExact } from '../../shared/formatCount'
import { Icon } from '../controls/Icon'
import { useFocusTrap } from '../controls/useFocusTrap'
import { closePalette, type PaletteScope, usePalette } from './openPalette'
import { PaletteLine } from './PaletteLine'
import type { PaletteRow, PaletteSection } from './paletteRows'
import { runPaletteRow } from './runPaletteRow'
import { wordsOf } from './scoreText'
import { usePaletteSections } from './usePaletteSections'

const listId = 'palette-list'

/** Runs, agents, actions and addresses, found while a person writes. */
export function Palette() {
  const box = useRef<HTMLDivElement>(null)
  const scope = usePalette((state) => state.scope)
  const [query, setQuery] = useState('')
  /** By its name: rows that come late stand where others stood. */
  const [moved, setMoved] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const sections = usePaletteSections(query, scope)
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections])
  const at = Math.min(
    Math.max(
      0,
      rows.findIndex(({ id }) => id === moved),
    ),
    rows.length - 1,
  )
  useFocusTrap(box, closePalette)
  const ask = (text: string): void => {
    setQuery(text)
    setMoved(null)
    setFailure(null)
  }
  const choose = (row: PaletteRow | undefined): void => void (row && runPaletteRow(row).then(setFailure))
  const press = (event: KeyboardEvent): void => {
    const to = stepRow(event.key, at, rows.length)
    if (to !== null) setMoved(rows[to]?.id ?? null)
    else if (event.key === 'Enter') choose(rows[at])
    else if (event.key === 'Tab') usePalette.setState({ scope: scope === 'all' ? 'run' : 'all' })
    else return
    event.preventDefault()
  }
  return createPortal(
    <div className="dialog-scrim" onPointerDown={(event) => event.target === event.currentTarget && closePalette()}>
      <div className="palette" role="dialog" aria-modal="true" aria-label="Search" tabIndex={-1} ref={box}>
        <div className="palette-head">
          <Icon name="search" className="f3" />
          <input
            data-first-focus
            role="combobox"
            aria-label="Search runs, agents and actions, or paste a URI"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={rows[at] && `palette-${at}`}
            placeholder={scope === 'all' ? 'Search runs, agents, or paste a URI' : 'Search in this run'}
            spellCheck={false}
            autoComplete="off"
            maxLength={4096}
            value={query}
            onChange={(event) => ask(event.target.value)}
            onKeyDown={press}
          />
          <Scopes scope={scope} />
        </div>
        <Results sections={sections} at={at} query={query} onChoose={choose} />
        <Foot failure={failure} />
      </div>
    </div>,
    document.body,
  )
}

function stepRow(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return count === 0 ? 0 : (at + 1) % count
    case 'ArrowUp':
      return count === 0 ? 0 : (at + count - 1) % count
    case 'PageDown':
      return Math.min(count - 1, at + 8)
    case 'PageUp':
      return Math.max(0, at - 8)
    default:
      return null
  }
}

function Scopes({ scope }: { readonly scope: PaletteScope }) {
  return (
    <>
      {(['all', 'run'] as const).map((each) => (
        <button
          type="button"
          className={`chip${scope === each ? ' on' : ''}`}
          aria-pressed={scope === each}
          tabIndex={-1}
          onClick={() => usePalette.setState({ scope: each })}
          key={each}
        >
          {each === 'all' ? 'all runs' : 'this run'}
        </button>
      ))}
      <span className="kbd">Tab</span>
    </>
  )
}

interface ResultsProps {
  readonly sections: readonly PaletteSection[]
  readonly at: number
  readonly query: string
  readonly onChoose: (row: PaletteRow) => void
}

function Results({ sections, at, query, onChoose }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  const words = useMemo(() => wordsOf(query), [query])
  useEffect(() => {
    list.current?.querySelector(`#palette-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  let place = -1
  return (
    <div className="palette-list" role="listbox" aria-label="Results" id={listId} ref={list}>
      {sections.length === 0 && <p className="palette-none">Nothing here is called that.</p>}
      {sections.map((section) => (
        <div role="presentation" key={section.title}>
          <div className="palette-part" role="presentation">
            <bdi>{section.title}</bdi>
            {section.total !== null && <span>{formatExact(section.total)}</span>}
          </div>
          {section.rows.map((row) => {
            place++
            return (
              <div
                className={`palette-row${place === at ? ' at' : ''}`}
                role="option"
                id={`palette-${place}`}
                aria-selected={place === at}
                aria-disabled={
                  row.kind === 'bad' || (row.kind === 'action' && row.action.disabledReason !== undefined) || undefined
                }
                tabIndex={-1}
                onClick={() => onChoose(row)}
                onKeyDown={undefined}
                key={row.id}
              >
                <PaletteLine row={row} words={words} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function Foot({ failure }: { readonly failure: string | null }) {
  return (
    <div className="palette-foot">
      {failure === null ? (
        <>
          <span>
            <span className="kbd">↑↓</span> move
          </span>
          <span>
            <span className="kbd">Enter</span> open
          </span>
          <span>
            <span className="kbd">Esc</span> close
          </span>
        </>
      ) : (
        <span className="st-failed" role="alert">
          {failure}
        </span>
      )}
    </div>
  )
}
