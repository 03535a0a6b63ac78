import type { Json } from '../core/readJson'
import type { Ask } from '../shared/drive/ask'

/** What of a tool's input is shown nowhere else, in its order and in full. */
export function fieldsOf(input: Json, shown: ReadonlySet<string>): Ask['fields'] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (shown.has(name) || value === undefined || value === null) return []
    return { name, value: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '') }
  })
}
