import type { Texts } from './columnKind'

/** What is shorter stands in another text by chance. */
const SHORTEST_CORE = 6

interface Around {
  readonly n: number
  readonly before: string
  readonly after: string
}

/** The column whose texts these are, all between the same beginning and the same end. A path that holds an id needs no place of its own. */
export function findAround(columns: readonly Texts[], values: Texts): Around | null {
  const probe = values.findIndex((value) => value !== null)
  const text = values[probe] ?? ''
  for (let n = 0; n < columns.length; n++) {
    const column = columns[n] ?? []
    const core = column[probe]
    if (column.length !== values.length || typeof core !== 'string') continue
    const at = core === text ? 0 : core.length < SHORTEST_CORE ? -1 : text.indexOf(core)
    if (at < 0) continue
    const found = { n, before: text.slice(0, at), after: text.slice(at + core.length) }
    if (values.every((value, i) => isAround(value, column[i] ?? null, found))) return found
  }
  return null
}

function isAround(value: string | null, core: string | null, { before, after }: Around): boolean {
  if (value === null || core === null) return value === core
  return (
    value.length === before.length + core.length + after.length &&
    value.startsWith(core, before.length) &&
    value.startsWith(before) &&
    value.endsWith(after)
  )
}
