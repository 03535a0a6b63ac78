/** A stretch of time as a person chooses it; days and minutes in their own time zone. Null: open at that end. */
export type TimeSpan =
  | { readonly kind: 'all' }
  | { readonly kind: 'today' }
  | { readonly kind: 'days7' }
  | { readonly kind: 'minutes'; readonly minutes: number }
  /** As the fields of a browser write them: `2026-11-18` or `2026-11-18T09:30`. */
  | { readonly kind: 'custom'; readonly from: string; readonly to: string }

/** Instants in the one form that sorts as text. */
export interface SpanEnds {
  readonly from: string | null
  /** Behind the last one. */
  readonly to: string | null
}

export const allTime: TimeSpan = { kind: 'all' }
const openEnds: SpanEnds = { from: null, to: null }

export function spanEnds(span: TimeSpan, nowMs: number): SpanEnds {
  switch (span.kind) {
    case 'all':
      return openEnds
    case 'today':
      return { from: midnight(nowMs, 0), to: null }
    case 'days7':
      return { from: midnight(nowMs, 6), to: null }
    case 'minutes':
      return { from: new Date(nowMs - span.minutes * 60_000).toISOString(), to: null }
    case 'custom':
      return { from: beginOf(span.from), to: endOf(span.to) }
    default:
      return span satisfies never
  }
}

function midnight(nowMs: number, daysBack: number): string {
  const now = new Date(nowMs)
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBack).toISOString()
}

/** Null also for what is half typed. */
function beginOf(field: string): string | null {
  // A date alone would be read as one of Greenwich.
  const at = new Date(field.includes('T') ? field : `${field}T00:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** A day or a minute that is named last is meant with all of it. */
function endOf(field: string): string | null {
  const begin = beginOf(field)
  if (begin === null) return null
  const at = new Date(begin)
  if (field.includes('T')) at.setMinutes(at.getMinutes() + 1)
  else at.setDate(at.getDate() + 1)
  return at.toISOString()
}
