import { uriSyntax } from '../../../shared/uriSyntax'

/** What bears another id has no address: nobody could open it. */
export function isSessionId(id: string): boolean {
  return uriSyntax.get('opencode')?.main.test(id) === true
}
