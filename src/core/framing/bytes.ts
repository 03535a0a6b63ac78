/**
 * The part of Node's Buffer that the pure rooms need, said structurally so that they compile without Node's types.
 * A Buffer is one as it stands.
 */
export interface Bytes {
  readonly length: number
  readonly [index: number]: number
  indexOf(value: number | string, from?: number, encoding?: 'latin1'): number
  lastIndexOf(value: number | string, from?: number, encoding?: 'latin1'): number
  latin1Slice(start: number, end: number): string
  utf8Slice(start: number, end: number): string
}
