import type { ChildMemory, RememberedChild } from '../core/childMemory'
import { isWeakerChild } from '../core/isWeakerChild'

/** Remembers for as long as the test lasts. */
export function mapMemory(...children: readonly RememberedChild[]): ChildMemory & { list(): RememberedChild[] } {
  const known = new Map(children.map((child) => [child.id, child]))
  return {
    of: (id) => known.get(id) ?? null,
    all: () => known.values(),
    keep(child) {
      const before = known.get(child.id)
      if (!before || !isWeakerChild(child, before)) known.set(child.id, child)
    },
    forget: (id) => void known.delete(id),
    list: () => [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}
