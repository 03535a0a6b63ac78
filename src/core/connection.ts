import type { TypeColour } from '../shared/typeColours'
import type { ChildMemory } from './childMemory'
import type { LiveChannel } from './liveChannel'
import type { SourceStore } from './sourceStore'

/** The outside as a connection may know it. It reads no environment of its own. */
export interface ConnectionSettings {
  /** The provider's folder (absolute). */
  readonly root: string
  /** Names of variables and their values that the provider listed in `variables`. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Where this program keeps what it launched. Absent: nothing was launched, recordings are played. */
  readonly stateFolder?: string
  /** What is remembered of sessions that only programs tell of. Absent: nothing is. */
  readonly children?: ChildMemory
}

/** How one product is reached beyond its files of lines. All parts are optional: most products need none. */
export interface Connection {
  /** The id of its provider. */
  readonly provider: string
  readonly variables: readonly string[]
  /** Null: there is nothing that could lie in one. */
  readonly openStore?: (settings: ConnectionSettings) => SourceStore | null
  /** `store`: the one that `openStore` opened beside it, which may show what the channel hears; null: none was. */
  readonly openChannel?: (settings: ConnectionSettings, store: SourceStore | null) => LiveChannel
  /** Agent type → the colour that its definition for a folder (absolute, from a transcript) names. Absent: definitions name none. */
  readonly typeColours?: (settings: ConnectionSettings, folder: string) => Promise<ReadonlyMap<string, TypeColour>>
}
