import type { ProviderRoot } from './providerRoot'

export interface FirstLooks {
  /** Settles when the channel of this provider has been looked at once, or has had its time. */
  of(provider: string): Promise<void>
}

/** Channels are asked as soon as the engine opens, and waited for only by those whose answer depends on them. */
export function openFirstLooks(places: readonly ProviderRoot[]): FirstLooks {
  const looks = new Map(places.map(({ provider, refresh }) => [provider.id, refresh()]))
  return {
    of: async (provider) => looks.get(provider),
  }
}
