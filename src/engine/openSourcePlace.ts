import { connections } from '../connect/connections'
import type { Connection } from '../core/connection'
import type { Provider } from '../core/provider'
import type { SourcePlace } from './sourcePlace'

/** Variables of the environment that connections asked for, picked by whoever reads the environment. */
export type Variables = Readonly<Record<string, string | undefined>>

export function connectionOf(provider: string): Connection | null {
  return connections.find((one) => one.provider === provider) ?? null
}

export function openSourcePlace(provider: Provider, root: string, variables: Variables): SourcePlace {
  return { provider, root, store: connectionOf(provider.id)?.openStore?.({ root, variables }) ?? null }
}
