import type { Channel } from '../../shared/channel'
import { type ProviderChannel, tellChannel } from '../providerChannels'
import type { Variables } from '../settingsFromEnvironment'
import { clampNullable, clampText } from './clampText'
import { tilde } from './folderState'

const MOST = 100
const NAME = 200
const NOTE = 300

/** As a page sees them: few, short, and without the path of the home folder. */
export function shownChannels(channels: readonly ProviderChannel[], env: Variables): Channel[] {
  return channels.slice(0, MOST).map((channel) => ({
    ...tellChannel(channel),
    name: shownName(channel.name, env),
    version: clampNullable(channel.version, NAME),
    note: clampNullable(channel.note, NOTE),
  }))
}

export function shownName(name: string, env: Variables): string {
  return clampText(tilde(name, env), NAME)
}
