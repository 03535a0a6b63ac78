import type { DriveWish } from './driver'

/** Where a wish joins a session that runs; null: it joins none. */
export function joinableAt({ origin }: DriveWish): string | null {
  if (origin?.how !== 'join' || origin.target.owner.kind !== 'foreign') return null
  return origin.target.owner.joinable
}
