import { useMemo } from 'react'
import { useShownAsks } from '../drive/asks/shownAsks'
import { useDrive } from '../drive/useDrive'
import { useTold } from '../store/told'
import { type AttentionEntry, attentionEntries } from './attentionEntries'

/** The whole list, as the button counts it and the box shows it. */
export function useAttention(): readonly AttentionEntry[] {
  const items = useTold((told) => told.attention.items)
  const asks = useShownAsks()
  const own = useDrive((drive) => drive.own)
  return useMemo(() => attentionEntries(items, asks, own), [items, asks, own])
}
