import { connections } from '../connect/connections'
import type { ChildMemory } from '../core/childMemory'
import type { Connection, ConnectionSettings } from '../core/connection'
import type { Provider } from '../core/provider'
import type { EngineSettings } from './engine'
import type { SourcePlace } from './sourcePlace'

export function connectionOf(provider: string): Connection | null {
  return connections.find((one) => one.provider === provider) ?? null
}

/** What a connection may know besides its provider's folder. */
export type Outside = Omit<ConnectionSettings, 'root'>

export function openSourcePlace(provider: Provider, root: string, outside: Outside): SourcePlace {
  return { provider, root, store: connectionOf(provider.id)?.openStore?.({ root, ...outside }) ?? null }
}

export function outsideOf(
  { variables, stateFolder, isPlayed }: Pick<EngineSettings, 'variables' | 'stateFolder' | 'isPlayed'>,
  children?: ChildMemory,
): Outside {
  return isPlayed ? { variables } : { variables, stateFolder, ...(children && { children }) }
}
