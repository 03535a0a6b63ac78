import type { Engine } from './engine'
import { providerChannels } from './providerChannels'
import type { ProviderRoot } from './providerRoot'

type Place = Pick<ProviderRoot, 'provider' | 'channel' | 'driven'>

type ChannelCalls = Pick<Engine, 'channels' | 'retryChannel' | 'partials' | 'onPartial'>

/** What the shells may ask and say about channels. */
export function channelCalls(places: readonly Place[]): ChannelCalls {
  return {
    channels: () => providerChannels(places),
    retryChannel(provider, name) {
      for (const place of places) if (place.provider.id === provider) place.channel?.retry(name)
    },
    partials(thread) {
      const place = places.find(({ provider }) => provider.id === thread.provider)
      const own = place?.driven?.partials(thread) ?? []
      // Whoever steers a session hears it first; a server of ours would tell the same once more.
      return own.length > 0 ? own : (place?.channel?.partials?.(thread.id) ?? [])
    },
    onPartial(listener) {
      const stops = places.map((place) => place.channel?.onPartial?.((id) => listener({ provider: place.provider.id, id })))
      const [first] = places
      stops.push(first?.driven?.onPartial(listener))
      return () => {
        for (const stop of stops) stop?.()
      }
    },
  }
}
