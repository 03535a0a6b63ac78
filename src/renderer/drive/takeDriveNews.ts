import type { Ask, AskEnd, AskId } from '../../shared/drive/ask'
import { dropGone, isHeldGone } from './asks/heldGone'
import { standstillsOf } from './standstill'
import type { Drive, GoneAsk } from './useDrive'
import { useDrive } from './useDrive'

type News = Pick<Drive, 'launches' | 'asks' | 'breaches'> & { readonly ended: readonly AskEnd[]; readonly isSettled?: boolean }

/** How long a card stays as a line when it was not this page that answered it. */
export const goneForMs = 8000

/** What is the same as before stays the same object: a tick of one session must not draw all the others anew. */
export function takeDriveNews(news: News): void {
  const before = useDrive.getState()
  // An engine that has just come back does not know them all yet: nothing that is shown has ended by that.
  if (news.isSettled === false && before.launches.length > 0) return
  const fresh = newlyGone(before.asks, news)
  const open = new Set(news.asks.map(({ id }) => id))
  const gone = [...before.gone.filter(({ ask }) => !open.has(ask.id)), ...fresh]
  const launches = kept(before.launches, news.launches, ({ id }) => id)
  useDrive.setState({
    launches,
    standstills: launches === before.launches ? before.standstills : standstillsOf(launches, before.standstills),
    asks: kept(before.asks, news.asks, ({ id }) => id),
    gone: fresh.length === 0 && gone.length === before.gone.length ? before.gone : gone,
    breaches: kept(before.breaches, news.breaches, ({ run, key, limit }) => `${run} ${key} ${limit}`),
  })
  if (fresh.length === 0) return
  const ids = new Set(fresh.map(({ ask }) => ask.id))
  setTimeout(() => dropGone((id) => ids.has(id) && !isHeldGone(id)), goneForMs)
}

function newlyGone(before: readonly Ask[], { asks, ended }: News): readonly GoneAsk[] {
  const open = new Set<AskId>(asks.map(({ id }) => id))
  const ends = new Map(ended.map((end) => [end.ask, end]))
  return before
    .filter(({ id }) => !open.has(id))
    .map((ask) => {
      const end = ends.get(ask.id)
      return { ask, end: end ? { how: end.how, label: end.label } : { how: 'unknown', label: null } }
    })
}

function kept<T>(before: readonly T[], now: readonly T[], nameOf: (one: T) => string): readonly T[] {
  const known = new Map(before.map((one) => [nameOf(one), one]))
  const next = now.map((one) => {
    const old = known.get(nameOf(one))
    return old !== undefined && JSON.stringify(old) === JSON.stringify(one) ? old : one
  })
  return next.length === before.length && next.every((one, at) => one === before[at]) ? before : next
}
