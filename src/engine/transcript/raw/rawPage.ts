import { instant } from '../../../core/model/viewAgent'
import type { RecordName } from '../../../core/provider'
import { parseJson } from '../../../core/readJson'
import type { RawPage, RawRecord } from '../../../shared/rawRecords'
import { fitText } from '../fitText'
import type { TranscriptReading } from '../reading'

/** Of a page: what it takes to parse them is felt by whoever waits. */
const PAGE_BYTES = 8 << 20
const NAME = { units: 120, bytes: 300 }
const UNNAMED: RecordName = { type: null, subtype: null, at: Number.NaN }

/** Records that are part of no item, from number `from` on, by what they are called. */
export function rawPage(reading: TranscriptReading, from: number, limit: number): RawPage {
  const { raw } = reading
  const records: RawRecord[] = []
  if (!raw) return { revision: 0, from, records }
  const to = Math.min(raw.total, from + limit)
  reading.prepareRaw(from, to)
  let bytes = 0
  for (let n = from; n < to; n++) {
    const { offset, length } = raw.placeOf(n)
    bytes += length
    if (bytes > PAGE_BYTES && records.length > 0) break
    const { type, subtype, at } = nameOf(reading, n, length)
    const source = { path: reading.path, offset: raw.isStored ? null : offset }
    records.push({
      before: raw.beforeOf(n),
      type: clip(type),
      subtype: clip(subtype),
      at: instant(at),
      bytes: length,
      place: offset,
      source,
    })
  }
  return { revision: raw.revision, from, records }
}

/** One that is longer than a page is not looked into for its name. */
function nameOf(reading: TranscriptReading, n: number, length: number): RecordName {
  const line = length > PAGE_BYTES ? null : reading.rawLine(n)
  return line === null ? UNNAMED : reading.nameRecord(parseJson(line.utf8Slice()))
}

function clip(text: string | null): string | null {
  return text === null ? null : fitText(text, NAME)
}
