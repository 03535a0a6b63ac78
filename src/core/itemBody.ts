import type { ItemKind } from '../shared/views'

/** One item of a transcript as the index keeps it: where it is and what it is, without its text. */
export interface ItemSketch {
  readonly kind: ItemKind
  /** The tool call it is, null for anything else. */
  readonly call: string | null
}

/** What one line adds to a transcript. */
export interface LineSketch {
  readonly thread: string
  readonly items: readonly ItemSketch[]
  /** Calls whose results this line holds. */
  readonly answers: readonly string[]
}

export interface ItemBody {
  readonly kind: ItemKind
  readonly role: 'user' | 'assistant' | 'system'
  readonly at: number
  readonly text: string
  readonly model: string | null
  readonly messageId: string | null
  readonly tool: { readonly name: string; readonly call: string; readonly input: unknown } | null
}

export interface AnswerBody {
  readonly at: number
  readonly isError: boolean
  readonly output: unknown
}
