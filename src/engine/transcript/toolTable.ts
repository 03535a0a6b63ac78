import type { ToolTable } from '../../shared/transcriptParts'
import { fitText } from './fitText'
import type { TranscriptReading } from './reading'
import { toolRows } from './toolRows'

const MOST_NAMES = 500
const NAME = { units: 100, bytes: 200 }

/** What the agent called and what it may call. */
export function toolTable(reading: TranscriptReading): ToolTable {
  const { allowed, denied, permissionMode } = reading.allowances()
  return {
    rows: toolRows(reading.index, reading.isLive),
    allowed: namesOf(allowed),
    denied: namesOf(denied),
    permissionMode: permissionMode === null ? null : fitText(permissionMode, NAME),
  }
}

function namesOf(names: readonly string[] | null): readonly string[] | null {
  return names === null ? null : names.slice(0, MOST_NAMES).map((name) => fitText(name, NAME))
}
