import './WhereWeLooked.css'
import { useState } from 'react'
import { formatCount } from '../../shared/formatCount'
import type { Health } from '../../shared/health'
import { neutraliseText } from '../../shared/neutraliseText'
import { CopyButton } from '../controls/CopyButton'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { ProviderMark } from '../controls/ProviderMark'
import { useTold } from '../store/told'

type Provider = Health['providers'][number]

/** Each provider's folder, found or not, with the reason. */
export function WhereWeLooked() {
  const providers = useTold((told) => told.health?.providers)
  return (
    <ul className="looked">
      {providers?.map((provider) => (
        <LookedAt provider={provider} key={provider.id} />
      ))}
    </ul>
  )
}

function LookedAt({ provider }: { readonly provider: Provider }) {
  const { id, label, folder, remedy, program } = provider
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <ProviderMark provider={id} size={16} />
      <span>
        <span className="f1">{label}</span> {program?.version && <Foreign text={program.version} className="f3" />}
      </span>
      <Foreign text={folder} className="mono cut" />
      <span className="state">
        <State provider={provider} />
        {remedy !== null && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            what to do
          </button>
        )}
      </span>
      {isOpen && remedy !== null && (
        <>
          <div className="code">{neutraliseText(remedy)}</div>
          <CopyButton label="Copy command" text={remedy} />
        </>
      )}
    </li>
  )
}

function State({ provider }: { readonly provider: Provider }) {
  const { state, runs, reason } = provider
  switch (state) {
    case 'found':
      return (
        <span className="f2">
          {runs === 0 ? 'found, holds no runs yet' : `found, ${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}`}
        </span>
      )
    case 'missing':
      return <span className="f3">{reason === null ? 'not there' : <Foreign text={reason} />}</span>
    case 'unreadable':
      return (
        <>
          <Icon name="st-failed" className="st-failed" size={14} />
          <span className="st-failed">{reason === null ? 'cannot be read' : <Foreign text={reason} />}</span>
        </>
      )
    default:
      return state satisfies never
  }
}
