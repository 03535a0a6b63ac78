import './TreeTools.css'
import { type MouseEvent, useState } from 'react'
import { formatCount } from '../../shared/formatCount'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { openMenu } from '../controls/Menu'
import type { MenuItem } from '../controls/MenuItem'
import { Popover } from '../controls/Popover'
import { Tip } from '../controls/Tip'
import { changeSettings } from '../settings/changeSettings'
import { useNow } from '../store/now'
import { tell } from '../store/tell'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { exportPicture } from './exportPicture'
import { FilterBox } from './FilterBox'
import { matchOf } from './matchesOf'
import { useScene } from './useScene'

/** What can be done with the tree as a whole, for the row of tools. */
export function TreeTools() {
  const hasScene = useScene(({ scene }) => scene !== null)
  if (!hasScene) return null
  return (
    <>
      <FilterButton />
      <span className="vr" />
      <DirectionSwitch />
      <span className="vr" />
      <IconButton
        icon="fit"
        size={16}
        label="Fit the tree into the window"
        shortcut="f"
        onPress={() => useUi.setState({ camera: 'fit' })}
      />
      <FollowButton />
      <IconButton icon="more" size={16} label="View and export" onPress={(event) => openView(event.currentTarget)} />
    </>
  )
}

function FilterButton() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const count = useMatchCount()
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => setAnchor(anchor ? null : currentTarget)
  return (
    <>
      <button
        type="button"
        className={`btn quiet small tree-tool${count === '' ? '' : ' on'}`}
        aria-expanded={anchor !== null}
        aria-haspopup="dialog"
        aria-label={count === '' ? 'Filter' : `Filter, ${count}`}
        onClick={press}
      >
        <Icon name="filter" size={14} />
        <span className="word">Filter</span>
        {count !== '' && <span className="t1 f2">{count}</span>}
      </button>
      {anchor && (
        <Popover label="Filter" anchor={anchor} width={300} onClose={() => setAnchor(null)}>
          <FilterBox />
        </Popover>
      )}
    </>
  )
}

/** `12 of 1 284`; empty: nothing is asked for. */
export function useMatchCount(): string {
  const isAsked = useUi(({ filter }) => matchOf(filter, useNow.getState().nowMs, false) !== null)
  return useScene(({ scene, touched }) => {
    if (!isAsked || !scene?.dimmed || touched < 0) return ''
    let matches = 0
    for (const dim of scene.dimmed) if (dim === 0) matches++
    return `${formatCount(matches)} of ${formatCount(scene.dimmed.length)}`
  })
}

function DirectionSwitch() {
  const direction = useTold(({ settings }) => settings.direction)
  const choose = (to: 'right' | 'down'): void => {
    if (to !== direction)
      void changeSettings({ direction: to }).then(
        (why) => why !== null && tell({ level: 'error', code: 'settings', message: why }),
      )
  }
  return (
    <fieldset className="seg tree-direction" aria-label="Direction">
      <Tip text="Left to right">
        <button
          type="button"
          className={direction === 'right' ? 'on' : ''}
          aria-pressed={direction === 'right'}
          aria-label="Left to right"
          onClick={() => choose('right')}
        >
          <Icon name="dir-lr" size={14} />
        </button>
      </Tip>
      <Tip text="Top down">
        <button
          type="button"
          className={direction === 'down' ? 'on' : ''}
          aria-pressed={direction === 'down'}
          aria-label="Top down"
          onClick={() => choose('down')}
        >
          <Icon name="dir-td" size={14} />
        </button>
      </Tip>
    </fieldset>
  )
}

function FollowButton() {
  const isOn = useUi((ui) => ui.camera === 'follow')
  return (
    <button
      type="button"
      className={`btn quiet small tree-tool${isOn ? ' on' : ''}`}
      aria-pressed={isOn}
      aria-label={isOn ? 'Following' : 'Follow'}
      aria-keyshortcuts="l"
      onClick={() => useUi.setState({ camera: isOn ? 'free' : 'follow' })}
    >
      <Icon name="follow" size={14} />
      <span className="word">{isOn ? 'Following' : 'Follow'}</span>
    </button>
  )
}

function openView(at: HTMLElement): void {
  const { isMapOpen, colourBy } = useUi.getState()
  const colour = (by: 'phase' | 'type'): MenuItem => ({
    kind: 'action',
    id: `colour-${by}`,
    label: `Colour by ${by}`,
    ...(by === colourBy ? { icon: 'check' } : {}),
    run: () => useUi.setState({ colourBy: by }),
  })
  const picture = (kind: 'png' | 'svg'): MenuItem => ({
    kind: 'action',
    id: `export-${kind}`,
    label: `Export what is seen as ${kind.toUpperCase()}`,
    icon: 'export',
    run: () => exportPicture(kind),
  })
  const map: MenuItem = {
    kind: 'action',
    id: 'map',
    label: isMapOpen ? 'Hide the map' : 'Show the map',
    icon: 'map',
    run: () => useUi.setState({ isMapOpen: !isMapOpen }),
  }
  const line: MenuItem = { kind: 'separator' }
  openMenu({
    at,
    label: 'View and export',
    items: [map, line, colour('phase'), colour('type'), line, picture('png'), picture('svg')],
  })
}
