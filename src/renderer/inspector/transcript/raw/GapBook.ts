import type { RawGaps } from '../../../../shared/rawRecords'

export interface Gap {
  /** The number of its first record. */
  readonly first: number
  readonly count: number
}

/** Before which items records lie that no item shows. Filled in place, from the first to the last. */
export class GapBook {
  readonly revision: number
  private readonly gaps = new Map<number, Gap>()
  private known = 0

  constructor(revision: number) {
    this.revision = revision
  }

  get total(): number {
    return this.known
  }

  /** What follows on all that is known; the last gap may go on. */
  take(told: RawGaps): void {
    for (const { before, count } of told.gaps) {
      const gap = this.gaps.get(before)
      this.gaps.set(before, { first: gap?.first ?? this.known, count: (gap?.count ?? 0) + count })
      this.known += count
    }
  }

  before(n: number): Gap | null {
    return this.gaps.get(n) ?? null
  }
}
