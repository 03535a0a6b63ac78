import type { Node } from './linkNode'
import type { Run } from './run'

/** The run of another session that this agent belongs to; null: it is this run's own. */
export function guestOf({ guests }: Run, { thread }: Node): string | null {
  if (guests.size === 0) return null
  for (const { source } of thread?.parts ?? []) {
    const uri = guests.get(source)
    if (uri !== undefined) return uri
  }
  return null
}
