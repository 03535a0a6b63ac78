import type { Health } from '../../shared/health'
import { CopyButton } from '../controls/CopyButton'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { LookAgainButton } from '../start/LookAgainButton'
import { useTold } from '../store/told'

type Provider = Health['providers'][number]

/** Providers whose folder cannot be read, above the runs that are missing because of it. */
export function UnreadableCards() {
  const providers = useTold((told) => told.health?.providers)
  return providers
    ?.filter(({ state }) => state === 'unreadable')
    .map((provider) => <Card provider={provider} key={provider.id} />)
}

function Card({ provider: { label, folder, reason, remedy } }: { readonly provider: Provider }) {
  return (
    <div className="unreadable" role="alert">
      <div className="row">
        <Icon name="st-failed" className="st-failed" size={14} />
        <span className="f1 b">{label} cannot be read</span>
      </div>
      <p>Its runs are missing below, or not up to date. Those of other providers are complete.</p>
      {reason !== null && (
        <p className="f2">
          <Foreign text={reason} />
        </p>
      )}
      <Foreign text={folder} className="mono f3 cut" />
      <div className="row">
        {remedy !== null && <CopyButton label="Copy fix" text={remedy} />}
        <LookAgainButton hasIcon={false} />
      </div>
    </div>
  )
}
