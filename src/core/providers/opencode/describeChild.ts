import type { AgentSays } from '../../event'
import { asId, asObject, asText, type Json } from '../../readJson'

const NAMED_TITLE = /^([\s\S]*)\(@([\s\S]+) subagent\)$/

/** What a sub-agent's session says of itself. `firstAgent`: who its first prompt was for. */
export function describeChild(session: Json, firstAgent: string | null): AgentSays {
  const title = (asText(session['title']) ?? '').trim()
  const named = NAMED_TITLE.exec(title)
  const description = (named?.[1] ?? title).trim()
  const type = firstAgent ?? asId(session['agent']) ?? named?.[2] ?? null
  const parent = asId(session['parentID'])
  const model = asId(asObject(session['model'])?.['id'])
  const guess = asId(session['guess'])
  return {
    ...(type === null ? {} : { type }),
    ...(description === '' ? {} : { description }),
    ...(model === null ? {} : { model }),
    ...(parent === null
      ? {}
      : guess === null
        ? { parent, note: asId(session['placedBy']) ?? 'session.parentID' }
        : { parent, guess, isOnlyActive: true }),
  }
}
