import type { LiveChannel } from './liveChannel'
import type { SourceStore } from './sourceStore'

/** The outside as a connection may know it. It reads no environment of its own. */
export interface ConnectionSettings {
  /** The provider's folder (absolute). */
  readonly root: string
  /** Names of variables and their values that the provider listed in `variables`. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** How one product is reached beyond its files of lines. Both parts are optional: most products need neither. */
export interface Connection {
  /** The id of its provider. */
  readonly provider: string
  readonly variables: readonly string[]
  readonly openStore?: (settings: ConnectionSettings) => SourceStore
  readonly openChannel?: (settings: ConnectionSettings) => LiveChannel
}
