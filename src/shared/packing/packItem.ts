import { aroundCost, columnCost, columnKind, DEEPEST, MOST_UNPACKED, type Scalar, type Texts } from './columnKind'
import { findAround } from './findAround'
import { type Group, partition } from './partition'

/** Null: it has to go as it is. It is no JSON, or deeper or more than the other end would take. */
export function packItem(item: unknown): { readonly packed: unknown } | null {
  const packing = new Packing()
  const packed = packing.column([item], 0)
  return packing.isRefused ? null : { packed }
}

/** Texts and columns are numbered as they come: `unpackItem` meets them in the same order. */
class Packing {
  isRefused = false
  #room = MOST_UNPACKED
  readonly #texts = new Map<string, number>()
  readonly #columns: Texts[] = []

  column(values: readonly unknown[], depth: number): unknown {
    this.#spend(columnCost(values.length))
    const parts = this.isRefused || depth > DEEPEST ? null : partition(values)
    if (parts === null) {
      this.isRefused = true
      return null
    }
    const [first, second] = parts.groups
    if (!first) return null
    if (!second) return this.#group(first, depth)
    const which = this.column(parts.which, depth + 1)
    return [columnKind.mixed, which, ...parts.groups.map((group) => this.column(group.values, depth + 1))]
  }

  #group(group: Group, depth: number): unknown {
    switch (group.kind) {
      case 'scalars':
        return this.#scalars(group.values)
      case 'lists': {
        const lengths = group.values.map(({ length }) => length)
        return [columnKind.lists, this.column(lengths, depth + 1), this.column(group.values.flat(1), depth + 1)]
      }
      case 'objects':
        // Not by assignment: one of the keys may be `__proto__`.
        return Object.fromEntries(
          group.keys.map((key) => [
            key,
            this.column(
              group.values.map((value) => value[key]),
              depth + 1,
            ),
          ]),
        )
      default:
        return group satisfies never
    }
  }

  #scalars(values: readonly Scalar[]): unknown {
    const [first = null] = values
    if (values.every((value) => value === first)) return first
    if (!isTexts(values)) return [columnKind.plain, values]
    const packed = this.#around(values) ?? this.#texted(values)
    this.#columns.push(values)
    return packed
  }

  #around(values: Texts): unknown {
    const found = findAround(this.#columns, values)
    if (!found) return null
    for (const core of this.#columns[found.n] ?? []) this.#spend(aroundCost(core, found.before, found.after))
    return [columnKind.around, found.n, found.before, found.after]
  }

  #texted(values: Texts): unknown {
    const said = values.map((value) => {
      if (value === null) return null
      const known = this.#texts.get(value)
      if (known !== undefined) return known
      this.#texts.set(value, this.#texts.size)
      return value
    })
    return [columnKind.texts, said]
  }

  #spend(n: number): void {
    this.#room -= n
    this.isRefused ||= this.#room < 0
  }
}

function isTexts(values: readonly Scalar[]): values is Texts {
  return values.every((value) => value === null || typeof value === 'string')
}
