import type { AgentView } from './views'

/** It is the session of another product that stands in this tree, not an agent of that session. */
export function isGuestRoot({ provider, uri }: Pick<AgentView, 'provider' | 'uri'>): boolean {
  return provider !== undefined && uri !== null && !uri.slice(uri.indexOf('://') + 3).includes('/')
}
