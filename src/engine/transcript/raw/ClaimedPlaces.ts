import type { TranscriptColumns } from '../../transcriptIndex'

interface Known {
  items: number
  answers: number
  readonly calls: Set<string>
  /** Answers to calls that are not there: nobody sees them. */
  readonly orphans: Map<string, number>
}

/** Where the records of a source lie that are part of items, of whichever thread: told once, as they become known. */
export class ClaimedPlaces {
  private readonly known = new Map<TranscriptColumns, Known>()

  /** The places that were claimed since the last time. */
  takeNew(threads: Iterable<TranscriptColumns>): number[] {
    const places: number[] = []
    for (const columns of threads) {
      const known = this.knownOf(columns)
      if (known.items === columns.total && known.answers === columns.answerCount) continue
      takeItems(columns, known, places)
      takeAnswers(columns, known, places)
    }
    return places
  }

  private knownOf(columns: TranscriptColumns): Known {
    let known = this.known.get(columns)
    if (!known) {
      known = { items: 0, answers: 0, calls: new Set(), orphans: new Map() }
      this.known.set(columns, known)
    }
    return known
  }
}

function takeItems(columns: TranscriptColumns, known: Known, places: number[]): void {
  for (; known.items < columns.total; known.items++) {
    places.push(columns.recordOf(known.items).offset)
    const call = columns.toolOf(known.items)?.call
    if (call === undefined) continue
    known.calls.add(call)
    const answered = known.orphans.get(call)
    if (answered === undefined) continue
    known.orphans.delete(call)
    places.push(answered)
  }
}

function takeAnswers(columns: TranscriptColumns, known: Known, places: number[]): void {
  if (known.answers === columns.answerCount) return
  let at = 0
  for (const [call, { offset }] of columns.answered()) {
    if (at++ < known.answers) continue
    if (known.calls.has(call)) places.push(offset)
    else known.orphans.set(call, offset)
  }
  known.answers = columns.answerCount
}
