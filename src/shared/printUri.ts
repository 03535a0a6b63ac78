import { RunUri } from './ids'
import type { ThreadUri } from './parseUri'

/** The canonical form: `<provider>://<main>[/<agent>]`. */
export function printUri(uri: ThreadUri): string {
  const run = `${uri.provider}://${uri.main}`
  return uri.agent === null ? run : `${run}/${uri.agent}`
}

/** The run a URI belongs to, whichever agent it names. */
export function runUriOf(uri: ThreadUri): RunUri {
  return RunUri.parse(`${uri.provider}://${uri.main}`)
}
