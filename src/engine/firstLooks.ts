import { atMost } from './atMost'
import type { ProviderRoot } from './providerRoot'

export interface FirstLooks {
  /** Settles when the channel of this provider has been looked at once, or has had its time. */
  of(provider: string): Promise<void>
}

/** What the looks go through of a provider's place. */
export type LookedAtPlace = Pick<ProviderRoot, 'refresh' | 'store' | 'channel'> & { readonly provider: { readonly id: string } }

/** Conversations that only a program tells of must be there for those who ask once; one that is slow comes later. */
const TOLD_WITHIN_MS = 3000

/** Channels are asked as soon as the engine opens, and waited for only by those whose answer depends on them. */
export function openFirstLooks(places: readonly LookedAtPlace[], onWarning: (message: string) => void): FirstLooks {
  const looks = new Map(places.map((place) => [place.provider.id, { place, look: look(place) }]))
  const warned = new Set<string>()
  return {
    async of(provider) {
      const one = looks.get(provider)
      const isTold = await one?.look
      const warn = (message: string): void => {
        if (warned.has(message)) return
        warned.add(message)
        onWarning(message)
      }
      if (isTold === false) warn(`a server of ${provider} has not told all in time: some of its runs are missing`)
      for (const name of one?.place.channel?.silent?.() ?? [])
        warn(`the server at ${name} says nothing: runs that only it knows are missing`)
    },
  }
}

/** False: what is told was not told in time. */
async function look({ refresh, store }: LookedAtPlace): Promise<boolean> {
  await refresh()
  const told = store?.heard?.()
  if (!told) return true
  let isTold = false
  await atMost(
    told.then(() => (isTold = true)),
    TOLD_WITHIN_MS,
  )
  return isTold
}
