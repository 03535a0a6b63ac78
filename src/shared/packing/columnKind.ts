/**
 * A packed item is a column of one value. A column stands for several values at once, so that what they share is said once:
 * - a string, number, boolean or null: all of them are this;
 * - an object: all of them are objects with these keys, and at each key stands the column of what they have there;
 * - an array: one of these letters, and what is said at it.
 */
export const columnKind = {
  /** `values`: each stands for itself. */
  plain: 'v',
  /** `values`: strings and null; a number is the string that stood at that place among all strings of such columns. */
  texts: 't',
  /** `n, before, after`: what the `n`th column of strings says, between these two. Null stays null. */
  around: 'a',
  /** `lengths, column`: arrays, and all that is in them behind each other. */
  lists: 'l',
  /** `which, …columns`: for each value the number of the column whose next one it is. */
  mixed: 'm',
} as const

export type Scalar = string | number | boolean | null

/** A column of strings, some of them missing. */
export type Texts = readonly (string | null)[]

/** What is nested deeper is not packed: how deep this end goes must not be up to the other. */
export const DEEPEST = 64

/** Columns, their values, and letters that are put together anew, in one item. A few bytes can stand for any number of them. */
export const MOST_UNPACKED = 4_000_000

/** What counts of a column. One of no values counts, too: the same one may stand in it at any number of places. */
export function columnCost(count: number): number {
  return count + 1
}

/** What counts of a text that is put between two others; as it was or missing, it is nothing new. */
export function aroundCost(core: string | null, before: string, after: string): number {
  return core === null || (before === '' && after === '') ? 0 : before.length + core.length + after.length
}
