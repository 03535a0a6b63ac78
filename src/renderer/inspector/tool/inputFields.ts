/** A tool's input by field name; empty for anything that is not an object. */
export function inputFields(input: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.entries(input) : [])
}

export function textField(fields: ReadonlyMap<string, unknown>, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)
    if (typeof value === 'string') return value
  }
  return null
}
