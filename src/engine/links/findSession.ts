import type { Corrections } from '../../core/model/corrections'
import { idOfSession } from '../guests/guestWords'
import type { OpenedRun } from '../openedRuns'

/** A session of another product that is not in the run's tree, by its address or its id; null: there is none. */
export function findSession({ place }: Pick<OpenedRun, 'place'>, said: Corrections, name: string): string | null {
  const own = `${place.provider.id}://`
  // What was said of a session can be taken back when its files are gone, too.
  for (const uri of said.keys()) if (uri.includes('://') && (uri === name || idOfSession(uri) === name)) return uri
  for (const other of place.beside()) {
    const prefix = `${other.provider.id}://`
    const id = name.startsWith(prefix) ? name.slice(prefix.length) : name
    if (prefix !== own && other.catalog().runs.has(id)) return prefix + id
  }
  return null
}
