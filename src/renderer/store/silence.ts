import { create } from 'zustand'
import { useClient } from './client'

/** Since when an engine that is connected has not answered, ms since the epoch; null: it answers. Only `watchSilence` sets it. */
export const useSilence = create<{ readonly since: number | null }>(() => ({ since: null }))

/** True while nothing that is asked for can arrive: what waits says so instead of "reading". */
export function useIsAway(): boolean {
  const isLost = useClient(({ connection }) => connection.kind === 'lost')
  const isSilent = useSilence(({ since }) => since !== null)
  return isLost || isSilent
}
