import { useState } from 'react'
import { formatCount } from '../../shared/formatCount'
import { CopyButton } from '../controls/CopyButton'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { Popover } from '../controls/Popover'
import { BreachBanners } from '../drive/limits/BreachBanners'
import { useForest } from '../store/forest'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { dismissVersion, useDismissed } from './dismissed'
import { type UnknownTypes, unknownTypesOf } from './unknownTypesOf'
import { useRow } from './useRow'

/** What is wrong with the run that is shown, under its name. */
export function RunTroubles() {
  const isGone = useForest((forest) => forest.isGone)
  const version = useRow()?.version ?? null
  const all = useTold((told) => told.health?.unknownRecordTypes)
  const unknown = unknownTypesOf(all ?? [], version)
  const isDismissed = useDismissed((state) => version !== null && state.versions.includes(version))
  return (
    <>
      {isGone && <GoneBanner />}
      <BreachBanners />
      {unknown !== null && !isDismissed && <UnknownBanner unknown={unknown} />}
    </>
  )
}

function GoneBanner() {
  return (
    <div className="banner lost" role="alert">
      <Icon name="st-orphaned" className="st-orphaned" />
      <span className="words">
        <span className="b">The files of this run are gone.</span> What you see is what was read before; it cannot be opened
        again.
      </span>
      <button type="button" className="btn small" onClick={() => useUi.setState({ run: null, selected: null })}>
        Leave it
      </button>
    </div>
  )
}

function UnknownBanner({ unknown }: { readonly unknown: UnknownTypes }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { types, records, version } = unknown
  return (
    <div className="banner">
      <Icon name="st-unknown" className="st-unknown" />
      <span className="words cut">
        <span className="b">{types.length === 1 ? '1 record type is' : `${types.length} record types are`} new to us:</span>{' '}
        {formatCount(records)} {records === 1 ? 'record' : 'records'} of version <Foreign text={version} />, shown raw
      </span>
      <button type="button" className="link nb" onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}>
        What they are
      </button>
      <CopyButton label="Copy report" text={unknown.report} isQuiet />
      <IconButton icon="close" label={`Do not show again for version ${version}`} onPress={() => dismissVersion(version)} />
      {anchor && (
        <Popover label="Unknown record types" anchor={anchor} onClose={() => setAnchor(null)} width={360}>
          <UnknownList types={types} />
        </Popover>
      )}
    </div>
  )
}

export function UnknownList({ types }: Pick<UnknownTypes, 'types'>) {
  return (
    <div className="popover-body">
      <h3>Record types that are new to us</h3>
      <p>
        The program writes records that this version of Understory does not know. They are counted and shown raw; everything else
        is read as always.
      </p>
      <ul className="code">
        {types.map(({ type, count, version }) => (
          <li className="row" key={`${type} ${version}`}>
            <Foreign text={type} className="grow cut" />
            <span className="f3">{version !== null && <Foreign text={version} />}</span>
            <span>{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
