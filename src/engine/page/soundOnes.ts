import type { z } from 'zod'
import type { Notice } from '../../shared/contract'

/** Those that fit the contract; the others are named with the first reason. One that does not fit must not take its neighbours along. */
export function soundOnes<V>(schema: z.ZodType, values: readonly V[], onRefused: (value: V, reason: string) => void): V[] {
  return values.filter((value) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return true
    const [issue] = parsed.error.issues
    onRefused(value, issue ? `${issue.path.join('.')}: ${issue.message}` : 'it does not fit')
    return false
  })
}

/** What a page is told of the ones left out; each once. */
export function refusals(what: 'run' | 'agent', notify: (notice: Notice) => void): (name: string, reason: string) => void {
  const told = new Set<string>()
  return (name, reason) => {
    if (told.has(name)) return
    told.add(name)
    notify({ level: 'warning', code: 'not_shown', message: `1 ${what} could not be shown: ${name} (${reason})` })
  }
}
