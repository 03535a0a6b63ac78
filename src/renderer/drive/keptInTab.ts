import type { z } from 'zod'

/** What a tab remembers for as long as it is open, over a reload too. */
export const keptInTab = { read, keep }

/** What cannot be read is as if nothing had been kept. */
function read<T>(name: string, schema: z.ZodType<T>, otherwise: T): T {
  try {
    const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null'))
    return parsed.success ? parsed.data : otherwise
  } catch {
    return otherwise
  }
}

function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Full or forbidden: it holds until the page is loaded again.
  }
}
