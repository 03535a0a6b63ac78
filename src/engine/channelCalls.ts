import type { Engine } from './engine'
import { providerChannels } from './providerChannels'
import type { ProviderRoot } from './providerRoot'

type Place = Pick<ProviderRoot, 'provider' | 'channel'>

/** What the shells may ask and say about channels. */
export function channelCalls(places: readonly Place[]): Pick<Engine, 'channels' | 'retryChannel'> {
  return {
    channels: () => providerChannels(places),
    retryChannel(provider, name) {
      for (const place of places) if (place.provider.id === provider) place.channel?.retry(name)
    },
  }
}
