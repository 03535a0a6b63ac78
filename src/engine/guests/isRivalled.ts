import { applyTo, resetSource } from '../../core/model/forest'
import type { Run } from '../../core/model/run'
import type { ProviderRoot } from '../providerRoot'
import { type Candidate, type Match, type Rank, rankOf, uriOf } from './matchGuest'
import { rivalsOf } from './rivalsOf'

interface Judged {
  /** `equal`: other runs may have started it just as well. `better`: another one has more to say for itself. */
  readonly rivals: 'equal' | 'better'
  /** As long as the run knows no more of it the answer is the same, and to look for it costs much. */
  readonly rank: Rank
  readonly isAsked: boolean
}

/** Guests that a run could not have because of others. */
const judged = new WeakMap<Run, Map<string, Judged>>()

export function undecidedOf(run: Run): readonly string[] {
  return [...(judged.get(run) ?? [])].flatMap(([uri, { rivals }]) => (rivals === 'equal' ? uri : []))
}

/** A person has spoken: all of it is to be judged anew. */
export function forgetRivals(run: Run): void {
  for (const uri of undecidedOf(run)) resetSource(run, uri)
  judged.delete(run)
}

/** A better host is the host; of equally good ones none is, for a wrong place is worse than its own. */
export function isRivalled(host: ProviderRoot, run: Run, candidate: Candidate, match: Match): boolean {
  const uri = uriOf(candidate)
  const known = judged.get(run) ?? new Map<string, Judged>()
  judged.set(run, known)
  const before = known.get(uri)
  const rank = rankOf(host, run, candidate, match)
  const isAsked = match.started.prompt !== null
  if (rank !== 'proved' && before?.rank === rank && before.isAsked === isAsked) return true
  known.delete(uri)
  if (before?.rivals === 'equal') resetSource(run, uri)
  if (rank === 'proved') return false
  const rivals = rivalsOf(host, run, candidate)
  const equal = rivals.filter((rival) => rival.rank === rank)
  if (rivals.some((rival) => rival.rank === 'proved' || (rival.rank === 'told' && rank === 'guess'))) {
    known.set(uri, { rivals: 'better', rank, isAsked })
    return true
  }
  if (equal.length === 0) return false
  known.set(uri, { rivals: 'equal', rank, isAsked })
  leaveUndecided(
    run,
    uri,
    equal.map((rival) => rival.uri),
  )
  return true
}

/** Says at a host that could be the one why the session does not stand there. */
export function leaveUndecided(run: Run, uri: string, others: readonly string[]): void {
  resetSource(run, uri)
  const message = `${uri} may have been started here or by ${others.join(', ')}: it stands beneath none of them`
  applyTo(run, uri, { kind: 'problem', code: 'undecided_guest', message }, 1)
}
