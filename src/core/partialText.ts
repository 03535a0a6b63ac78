/** A text that is being written and that no record holds yet. */
export interface PartialText {
  /** The id of the record that will hold it; unique in its conversation. */
  readonly key: string
  /** Null: its beginning was not heard, and only that said it. */
  readonly kind: 'text' | 'thinking' | null
  /** So far. */
  readonly text: string
  /** False: its beginning was not heard. */
  readonly isWhole: boolean
}
