import type { Machine } from './machine'

/**
 * The part of Node's Buffer that the pure rooms need, said structurally so that they compile without Node's types.
 * A Buffer is one as it stands.
 */
export interface Bytes {
  readonly length: number
  readonly [index: number]: number
  /** Bit i % 32 of word i >> 5: byte i is a quote that no backslash escapes. Absent: nobody has looked for them. */
  readonly quotes?: Int32Array
  /** Only together with `quotes`. */
  readonly machine?: Machine
  indexOf(value: number | string, from?: number, encoding?: 'latin1'): number
  lastIndexOf(value: number | string, from?: number, encoding?: 'latin1'): number
  latin1Slice(start: number, end: number): string
  utf8Slice(start: number, end: number): string
}
