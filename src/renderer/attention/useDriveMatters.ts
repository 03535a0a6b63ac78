import { useMemo } from 'react'
import { useSeenBreaches } from '../drive/limits/useSeenBreaches'
import { useDrive } from '../drive/useDrive'
import { useTold } from '../store/told'
import { type DriveMatter, driveMatters } from './driveMatters'

export function useDriveMatters(): readonly DriveMatter[] {
  const launches = useDrive((drive) => drive.launches)
  const breaches = useDrive((drive) => drive.breaches)
  const items = useTold((told) => told.attention.items)
  const seen = useSeenBreaches((state) => state.names)
  return useMemo(() => driveMatters({ launches, breaches, items, seen }), [launches, breaches, items, seen])
}
