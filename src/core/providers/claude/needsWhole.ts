import { isRecord } from '../../isRecord'
import { bulkTypes } from './bulkTypes'
import type { Gist } from './gist'
import { plainTools } from './plainTools'
import { tellingResultKeys } from './tellingResultKeys'

type Json = Readonly<Record<string, unknown>>

/**
 * Whether the decoder must see the whole record. The readers may be more careful than this, never less: a record of an
 * unknown type or with an unknown tool is read whole, so that tomorrow's format is slow before it is wrong.
 */
export function needsWhole(gist: Gist, parsed: Json): boolean {
  if (isSaid(parsed['promotedFrom'])) return true
  if (gist.type === 'assistant')
    return gist.isApiError || gist.blocks.some((b) => b.kind === 'tool_use' && !plainTools.has(b.name))
  if (gist.type === 'user') return gist.isApiError || userNeedsWhole(gist, parsed)
  return !bulkTypes.has(gist.type)
}

function userNeedsWhole(gist: Gist, parsed: Json): boolean {
  if (gist.blocks.length === 0 || gist.blocks.some((b) => b.kind !== 'tool_result' || b.isError)) return true
  if (isSaid(parsed['isMeta']) || isSaid(parsed['isCompactSummary'])) return true
  if (isSaid(parsed['origin']) || isSaid(parsed['toolDenialKind'])) return true
  const result = parsed['toolUseResult']
  return typeof result === 'string' || (isRecord(result) && tellingResultKeys.some((key) => Object.hasOwn(result, key)))
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}
