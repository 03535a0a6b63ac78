/** Nested deeper than the stack is: JSON that cannot be written again. */
const TOO_DEEP = '[nested too deeply to be shown]'

/** Anything parsed from JSON, as text to read. */
export function prettyJson(value: unknown): string {
  if (value === null || value === undefined) return ''
  try {
    return JSON.stringify(value, null, 2) ?? ''
  } catch {
    return TOO_DEEP
  }
}
