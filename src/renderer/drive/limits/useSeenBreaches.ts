import { z } from 'zod'
import { create } from 'zustand'

const storageKey = 'understory.limits.seen'
const most = 200
const Names = z.array(z.string()).max(most)

/** Limits that were passed and that a person does not want to hear of again, by their names. */
export const useSeenBreaches = create<{ readonly names: readonly string[] }>(() => ({ names: recall() }))

export function dismissBreach(name: string): void {
  const names = [...useSeenBreaches.getState().names, name].slice(-most)
  useSeenBreaches.setState({ names })
  try {
    localStorage.setItem(storageKey, JSON.stringify(names))
  } catch {
    // Forbidden storage: dismissed until the page is loaded again.
  }
}

function recall(): readonly string[] {
  try {
    const parsed = Names.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}
