import { create } from 'zustand'
import type { Notice } from '../../shared/contract'
import { useTold } from '../store/told'

interface LastSaved {
  /** The field that was saved last; null: none yet. */
  readonly field: string | null
  /** What the engine had said before. */
  readonly before: readonly Notice[]
}

export const useLastSaved = create<LastSaved>(() => ({ field: null, before: [] }))

/** What has to be said under a field that was saved: nothing, that it was, or what the engine found when it used the value. */
export function useSavedWords(field: string): { readonly isSaved: boolean; readonly doubt: string | null } {
  const isSaved = useLastSaved((saved) => saved.field === field)
  const before = useLastSaved((saved) => saved.before)
  const doubt = useTold(({ notices }) => (isSaved ? (newTrouble(notices, before)?.message ?? null) : null))
  return { isSaved, doubt }
}

/** A value can be stored and still not help, as a file that is not there. */
export function newTrouble(notices: readonly Notice[], before: readonly Notice[]): Notice | undefined {
  return notices.findLast((notice) => notice.level !== 'info' && !before.includes(notice))
}
