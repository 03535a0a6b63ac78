import type { ReadOnlyDatabase } from './readOnlyDatabase'

/** Sums are compared no more often than this, for at most this share of the time, and less often where they told nothing. */
const EVERY_MS = 2000
const SHARE = 100
const MOST_DOUBLINGS = 7

interface Summed {
  readonly updated: number
  readonly seq: number | null
}

/** Tells that rows changed which no new row told of: a title, a number, anything that was written in place. */
export class TableSums {
  /** What the tables hold beyond what is known: numbers of other things than sessions, words where numbers belong. */
  #beyond = 0
  #dueAt = 0
  #futile = 0

  /** After everything was read. `isNews`: it brought something. */
  begin(database: ReadOnlyDatabase, known: Iterable<Summed>, isNews: boolean): void {
    this.#futile = isNews ? 0 : this.#futile + 1
    this.#beyond = sumOfTables(database) - sumOf(known)
  }

  get isDue(): boolean {
    return performance.now() >= this.#dueAt
  }

  agree(database: ReadOnlyDatabase, known: Iterable<Summed>): boolean {
    const began = performance.now()
    const isEqual = sumOfTables(database) === sumOf(known) + this.#beyond
    const ended = performance.now()
    this.#dueAt = ended + Math.max(EVERY_MS, SHARE * (ended - began)) * 2 ** Math.min(this.#futile, MOST_DOUBLINGS)
    return isEqual
  }
}

/** Small enough that the sum of millions is exact. */
const MODULUS = 1_000_000_007

function sumOfTables(database: ReadOnlyDatabase): number {
  const sum = (table: string, column: string): number =>
    database.columns(table).has(column) ? Number(database.first(`SELECT total(${column} % ${MODULUS}) FROM ${table}`)?.[0]) : 0
  return sum('session', 'time_updated') + sum('event_sequence', 'seq')
}

function sumOf(known: Iterable<Summed>): number {
  let sum = 0
  for (const { updated, seq } of known) sum += (updated % MODULUS) + (seq ?? 0)
  return sum
}
