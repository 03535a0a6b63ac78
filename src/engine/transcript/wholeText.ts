import { prettyJson } from '../../shared/prettyJson'
import { toolOutputText } from '../../shared/toolOutputText'
import type { PartName } from '../../shared/transcriptParts'
import type { TranscriptReading } from './reading'

/** One text of an item, whole. Undefined: there is no such item; null: its record can no longer be read. */
export function wholeText(reading: TranscriptReading, n: number, part: PartName): string | null | undefined {
  if (part === 'raw') return rawText(reading, n)
  if (n >= reading.index.total) return undefined
  const line = reading.line(reading.index.recordOf(n))
  if (line === null) return null
  if (part === 'record') return recordText(line.toString('utf8'))
  const item = reading.item(n)
  if (!item) return undefined
  switch (part) {
    case 'text':
      return item.text
    case 'input':
      return prettyJson(item.tool?.input)
    case 'output':
      return toolOutputText(item.tool?.output)
    default:
      return part satisfies never
  }
}

/** `offset`: where it lies. */
function rawText(reading: TranscriptReading, offset: number): string | null | undefined {
  const raw = reading.raw?.at(offset) ?? null
  if (raw === null) return undefined
  const line = reading.rawLine(raw)
  return line === null ? null : recordText(line.toString('utf8'))
}

/** As it lies on disk where it is no JSON, or none that can be written again. */
function recordText(line: string): string {
  try {
    return JSON.stringify(JSON.parse(line), null, 2)
  } catch {
    return line
  }
}
