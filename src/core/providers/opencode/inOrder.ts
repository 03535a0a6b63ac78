/** Keeps a list in its order; records come mostly in order, so the place is looked for from the end. Returns where it was put. */
export function insertInOrder<T>(list: T[], one: T, isBefore: (a: T, b: T) => boolean): number {
  let at = list.length
  for (let before = list[at - 1]; before !== undefined && isBefore(one, before); before = list[at - 1]) at--
  list.splice(at, 0, one)
  return at
}

/** The one of this id in a list by id, or the place where it belongs. */
export function placeById<T extends { readonly id: string }>(list: readonly T[], id: string): { known: T | null; at: number } {
  let at = list.length
  for (let before = list[at - 1]; before !== undefined && id < before.id; before = list[at - 1]) at--
  const known = list[at - 1]
  return { known: known?.id === id ? known : null, at }
}

export interface Placed {
  readonly id: string
  readonly created: number
}

/** Messages stand by time and then id; one without a time stands at the end. */
export function isBefore(a: Placed, b: Placed): boolean {
  const early = Number.isNaN(a.created) ? Number.POSITIVE_INFINITY : a.created
  const late = Number.isNaN(b.created) ? Number.POSITIVE_INFINITY : b.created
  return early === late ? a.id < b.id : early < late
}
