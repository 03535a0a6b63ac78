import { aroundCost, columnCost, columnKind, DEEPEST, MOST_UNPACKED, type Texts } from './columnKind'
import { isScalar } from './isScalar'

type Unpacked = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

/** Takes whatever a wire brings. What was packed is used up. */
export function unpackItem(packed: unknown): Unpacked {
  const values = new Unpacking().column(packed, 1, 0)
  return values === null ? { ok: false } : { ok: true, value: values[0] }
}

type Template = Record<string, unknown>

/** Every method gives as many values as are asked for, or null: nothing that was packed says this. */
class Unpacking {
  #room = MOST_UNPACKED
  readonly #texts: string[] = []
  readonly #columns: Texts[] = []

  column(packed: unknown, count: number, depth: number): readonly unknown[] | null {
    if (!this.#spend(columnCost(count)) || depth > DEEPEST) return null
    if (isScalar(packed)) return Array.from({ length: count }, () => packed)
    if (!Array.isArray(packed)) return isObject(packed) ? this.#objects(packed, count, depth) : null
    const [kind, first, second, third]: readonly unknown[] = packed
    switch (kind) {
      case columnKind.plain:
        return isListOf(first, count) && first.every(isScalar) ? first : null
      case columnKind.texts:
        return this.#keep(isListOf(first, count) ? this.#texted(first) : null)
      case columnKind.around:
        return this.#keep(this.#around(typeof first === 'number' ? this.#columns[first] : undefined, count, second, third))
      case columnKind.lists:
        return this.#lists(first, second, count, depth)
      case columnKind.mixed:
        return this.#mixed(packed, count, depth)
      default:
        return null
    }
  }

  #objects(template: Template, count: number, depth: number): readonly unknown[] | null {
    const varying: { readonly key: string; readonly values: readonly unknown[] }[] = []
    for (const key of Object.keys(template)) {
      const packed = template[key]
      if (!isScalar(packed)) {
        const values = this.column(packed, count, depth + 1)
        if (values === null) return null
        varying.push({ key, values })
      } else if (!this.#spend(columnCost(count))) return null
    }
    const objects: Template[] = []
    // A copy has all keys, in their order and for its own, `__proto__` too: what is assigned below reaches no prototype.
    for (let i = 0; i < count; i++) objects.push({ ...template })
    for (const { key, values } of varying) fill(objects, key, values)
    return objects
  }

  #texted(said: unknown[]): Texts | null {
    const texts = this.#texts
    for (let i = 0; i < said.length; i++) {
      const one = said[i]
      if (typeof one === 'string') texts.push(one)
      else if (typeof one === 'number') {
        const known = texts[one]
        if (known === undefined) return null
        said[i] = known
      } else if (one !== null) return null
    }
    // Each was looked at.
    return said as (string | null)[]
  }

  #around(cores: Texts | undefined, count: number, before: unknown, after: unknown): Texts | null {
    if (cores?.length !== count || typeof before !== 'string' || typeof after !== 'string') return null
    if (before === '' && after === '') return cores
    const texts: (string | null)[] = []
    for (const core of cores) {
      if (!this.#spend(aroundCost(core, before, after))) return null
      texts.push(core === null ? null : before + core + after)
    }
    return texts
  }

  #lists(packedLengths: unknown, packedItems: unknown, count: number, depth: number): readonly unknown[] | null {
    const lengths = this.column(packedLengths, count, depth + 1)
    if (!lengths?.every(isCount)) return null
    const total = lengths.reduce((sum, length) => sum + length, 0)
    const items = this.column(packedItems, total, depth + 1)
    if (items === null) return null
    let at = 0
    return lengths.map((length) => {
      at += length
      return items.slice(at - length, at)
    })
  }

  #mixed(packed: readonly unknown[], count: number, depth: number): readonly unknown[] | null {
    const which = this.column(packed[1], count, depth + 1)
    if (!which?.every(isCount)) return null
    const counts = packed.slice(2).map(() => 0)
    for (const n of which) {
      const before = counts[n]
      if (before === undefined) return null
      counts[n] = before + 1
    }
    const columns: (readonly unknown[])[] = []
    for (const [n, size] of counts.entries()) {
      const column = this.column(packed[n + 2], size, depth + 1)
      if (column === null) return null
      columns.push(column)
    }
    const next = counts.map(() => 0)
    return which.map((n) => {
      const at = next[n] ?? 0
      next[n] = at + 1
      return columns[n]?.[at]
    })
  }

  #keep(texts: Texts | null): Texts | null {
    if (texts !== null) this.#columns.push(texts)
    return texts
  }

  #spend(n: number): boolean {
    this.#room -= n
    return this.#room >= 0
  }
}

function fill(objects: readonly Template[], key: string, values: readonly unknown[]): void {
  for (let i = 0; i < objects.length; i++) objects[i]![key] = values[i]
}

function isObject(value: unknown): value is Template {
  return typeof value === 'object' && value !== null
}

function isListOf(value: unknown, count: number): value is unknown[] {
  return Array.isArray(value) && value.length === count
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
