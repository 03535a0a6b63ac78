import type { FollowedRun } from '../followedRun'
import type { WatchedPlace } from '../watchPlace'
import { leaveUndecided, undecidedOf } from './isRivalled'
import { launchesOf } from './launchesOf'
import { dismiss, rankOfGuest } from './seekGuests'
import { lookAtRun } from './startedBetween'

/** Tells followed runs of sessions that their agents start in other products, and of every word of those. */
export interface GuestDesk {
  /** Something was written in this run of this place. */
  hear(place: WatchedPlace, run: string): void
  /** These runs have been read on: what one of them may have started, another may no longer claim. */
  settle(runs: readonly FollowedRun[]): void
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
    settle(runs) {
      const uris = new Set(runs.flatMap(({ reader }) => undecidedOf(reader.run)))
      const touched = new Set([...uris].flatMap((uri) => settleHosts(watched, uri, refuse)))
      for (const one of touched) one.report()
    },
  }
}

/** Of several who may have started a session, the one whose command holds its prompt; of equally good ones none. */
function settleHosts(
  watched: readonly WatchedPlace[],
  uri: string,
  refuse: (host: FollowedRun, uri: string) => void,
): readonly WatchedPlace[] {
  const all = watched.flatMap((one) => one.followed())
  const hosts = all.filter(({ reader }) => reader.run.guestLiveness.has(uri))
  const rivals = all.filter(({ reader }) => undecidedOf(reader.run).includes(uri))
  if (hosts.length + rivals.length < 2) return []
  const best = bestOf(hosts, uri, rivals.length > 0)
  const losers = hosts.filter((host) => host !== best)
  for (const host of losers) {
    dismiss(host.reader, uri)
    const others = [...hosts, ...rivals].filter((one) => one !== host).map(({ reader }) => reader.run.uri)
    if (best) refuse(host, uri)
    else leaveUndecided(host.reader.run, uri, others)
  }
  return watched.filter((one) => one.followed().some((host) => losers.includes(host)))
}

/** The only one that is proved, else the only one whose command holds the prompt, if no other's does. */
function bestOf(hosts: readonly FollowedRun[], uri: string, hasRivals: boolean): FollowedRun | null {
  const proved = hosts.filter(({ reader }) => rankOfGuest(reader.run, uri) === 'proved')
  if (proved.length > 0 || hasRivals) return proved.length === 1 ? proved[0]! : null
  const told = hosts.filter(({ reader }) => rankOfGuest(reader.run, uri) === 'told')
  return told.length === 1 ? told[0]! : null
}
