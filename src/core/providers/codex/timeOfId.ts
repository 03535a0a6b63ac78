const TIMED = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/i

/** When an id of version 7 was made, in milliseconds; NaN: it holds no time. */
export function timeOfId(id: string | null): number {
  const match = id === null ? null : TIMED.exec(id)
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : Number.NaN
}
