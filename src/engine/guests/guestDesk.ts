import type { FollowedRun } from '../followedRun'
import type { WatchedPlace } from '../watchPlace'
import { launchesOf } from './launchesOf'
import { dismiss, isSureOf } from './seekGuests'
import { lookAtRun } from './startedBetween'

/** Tells followed runs of sessions that their agents start in other products, and of every word of those. */
export interface GuestDesk {
  /** Something was written in this run of this place. */
  hear(place: WatchedPlace, run: string): void
}

/** The call that started a session may be read a moment after the session's own first record. */
const UNDECIDED_MS = 15_000

export function openGuestDesk(watched: readonly WatchedPlace[]): GuestDesk {
  const refused = new WeakMap<FollowedRun, Set<string>>()
  const refuse = (host: FollowedRun, uri: string): void => {
    const known = refused.get(host)
    if (known) known.add(uri)
    else refused.set(host, new Set([uri]))
  }
  const consider = (host: FollowedRun, place: WatchedPlace, run: string, uri: string): boolean => {
    const { provider } = place.place
    if (refused.get(host)?.has(uri) || !launchesOf(host.reader.run).some((one) => one.provider === provider.id)) return false
    const entry = place.catalog().runs.get(run)
    const started = entry ? lookAtRun(place.place, entry) : null
    if (!started) return false
    if (host.welcome({ place: place.place, catalog: place.catalog(), started })) return true
    if (Date.now() - started.startedAt > UNDECIDED_MS) refuse(host, uri)
    return false
  }
  return {
    hear(place, run) {
      const uri = `${place.place.provider.id}://${run}`
      const touched: WatchedPlace[] = []
      for (const one of watched) {
        let isTouched = false
        for (const host of one.followed()) {
          if (host.reader.run.uri === uri) continue
          if (host.reader.run.guestLiveness.has(uri)) {
            host.hearGuest(place.place, place.catalog(), uri)
            isTouched = true
          } else if (consider(host, place, run, uri)) isTouched = true
        }
        if (isTouched) touched.push(one)
      }
      settleHosts(watched, uri, refuse)
      for (const one of touched) one.report()
    },
  }
}

/** Of several who may have started a session, the one whose command holds its prompt; else each shows it, as the guess that it is. */
function settleHosts(watched: readonly WatchedPlace[], uri: string, refuse: (host: FollowedRun, uri: string) => void): void {
  const hosts = watched.flatMap((one) => one.followed().filter(({ reader }) => reader.run.guestLiveness.has(uri)))
  if (hosts.length < 2) return
  const sure = hosts.filter(({ reader }) => isSureOf(reader.run, uri))
  if (sure.length !== 1) return
  for (const host of hosts) {
    if (host === sure[0]) continue
    dismiss(host.reader, uri)
    refuse(host, uri)
  }
}
