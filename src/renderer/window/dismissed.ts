import { z } from 'zod'
import { create } from 'zustand'

const storageKey = 'understory.dismissed'
const Versions = z.array(z.string()).max(200)

/** Versions of programs whose unknown records a person does not want to hear of again. */
export const useDismissed = create<{ readonly versions: readonly string[] }>(() => ({ versions: recall() }))

export function dismissVersion(version: string): void {
  const versions = [...useDismissed.getState().versions, version].slice(-200)
  useDismissed.setState({ versions })
  try {
    localStorage.setItem(storageKey, JSON.stringify(versions))
  } catch {
    // Forbidden storage: dismissed until the page is loaded again.
  }
}

function recall(): readonly string[] {
  try {
    const parsed = Versions.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}
