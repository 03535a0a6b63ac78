import { providerLabel } from '../store/providerLabel'
import { Icon } from './Icon'

interface ProviderMarkProps {
  readonly provider: string
  readonly size?: 12 | 16
}

/** The letter in a tile; a provider that this page does not know yet has an empty one. */
export function ProviderMark({ provider, size = 12 }: ProviderMarkProps) {
  const name = `pv-${provider}`
  const isKnown = document.getElementById(name) !== null
  return <Icon name={isKnown ? name : 'pin'} size={size} className={isKnown ? name : 'f3'} label={providerLabel(provider)} />
}
