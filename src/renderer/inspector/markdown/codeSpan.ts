/** A stretch of code in one colour; null: the colour of code. */
export interface CodeSpan {
  readonly tone: 'key' | 'string' | 'name' | 'comment' | 'number' | null
  readonly text: string
}
