export interface Placed<T> {
  readonly place: string
  readonly value: T
}

/** The parts of a whole that never change their order: the place of each is its name. */
export function inOrder<T>(parts: readonly T[]): readonly Placed<T>[] {
  return parts.map((value, at) => ({ place: String(at), value }))
}
