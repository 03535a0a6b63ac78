import type { Engine, LookupFailure, Target } from '../../engine/engine'
import { rawGaps } from '../../engine/transcript/raw/rawGaps'
import { rawPage } from '../../engine/transcript/raw/rawPage'
import type { RawGap, RawGaps, RawRecord } from '../../shared/rawRecords'
import { ok, type Result } from '../../shared/result'
import type { TranscriptPage } from '../../shared/views'

const PAGE = 500

/** The records that are part of no item and lie among the items of a page: behind each of them, and before the very first. */
export async function readRaw(
  engine: Engine,
  target: Target,
  { from, items }: TranscriptPage,
): Promise<Result<readonly RawRecord[], LookupFailure>> {
  const first = from === 0 ? 0 : from + 1
  const last = from + items.length
  let gaps: RawGap[] = []
  let revision: number | null = null
  for (let next: number | null = 0; next !== null; ) {
    const at: number = next
    const told: Result<RawGaps, LookupFailure> = await engine.reading(target, (reading) => rawGaps(reading, at))
    if (!told.ok) return told
    const isAnew = revision !== null && revision !== told.value.revision
    gaps = isAnew ? [] : [...gaps, ...told.value.gaps]
    next = isAnew ? 0 : told.value.next
    revision = told.value.revision
  }
  const isWanted = ({ before }: RawGap): boolean => before >= first && before <= last
  let at = sum(gaps.filter(({ before }) => before < first))
  const end = at + sum(gaps.filter(isWanted))
  const records: RawRecord[] = []
  while (at < end) {
    const [start, limit] = [at, Math.min(PAGE, end - at)]
    const page = await engine.reading(target, (reading) => rawPage(reading, start, limit))
    if (!page.ok) return page
    if (page.value.records.length === 0) break
    records.push(...page.value.records)
    at += page.value.records.length
  }
  return ok(records)
}

function sum(gaps: readonly RawGap[]): number {
  return gaps.reduce((total, { count }) => total + count, 0)
}
