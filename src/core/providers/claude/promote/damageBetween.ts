import type { Outline } from './outlineRecord'

/** A line that is no record. */
export interface Damage {
  readonly file: number
  readonly line: number
}

/**
 * The first line between two records of one file that cannot be read. Old releases name parents that were never written, so only
 * the order of the file says what belongs together: whatever is lost in between may have been a part of the conversation.
 */
export function damageBetween(damage: readonly Damage[], first: Outline, last: Outline | undefined): Damage | null {
  const { file, line } = first.place
  const end = last?.place.line ?? line
  return damage.find((bad) => bad.file === file && bad.line > line && bad.line < end) ?? null
}
