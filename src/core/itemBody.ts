import type { ItemKind } from '../shared/views'

/** One item of a transcript as the index keeps it: what it is, without its text. */
export interface ItemSketch {
  readonly kind: ItemKind
  /** The tool call it is, null for anything else. */
  readonly call: string | null
  /** The tool's name, null for anything else. */
  readonly name: string | null
}

export interface AnswerSketch {
  readonly call: string
  readonly isError: boolean
}

/** What one line adds to a transcript. */
export interface LineSketch {
  readonly thread: string
  /** Of a store: the id of the record that it is of, where that is not the one being read. */
  readonly record?: string
  /** Milliseconds since the epoch; NaN where the record has no time. */
  readonly at: number
  readonly items: readonly ItemSketch[]
  /** Calls whose results this line holds. */
  readonly answers: readonly AnswerSketch[]
}

/** An image inside a record. `data` is base64; null: it lies elsewhere. */
export interface ImageBody {
  readonly mediaType: string
  readonly data: string | null
}

export interface ItemBody {
  readonly kind: ItemKind
  readonly role: 'user' | 'assistant' | 'system'
  readonly at: number
  readonly text: string
  readonly model: string | null
  readonly messageId: string | null
  readonly tool: { readonly name: string; readonly call: string; readonly input: unknown } | null
  readonly images: readonly ImageBody[]
}

export interface AnswerBody {
  readonly at: number
  readonly isError: boolean
  readonly output: unknown
  readonly images: readonly ImageBody[]
}
