/** Prose as the page draws it. There is no kind for markup: what is not here is shown as the text it is. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly host: string; readonly inlines: readonly Inline[] }
  | { readonly kind: 'break' }

export interface ListEntry {
  /** Null: not a task. */
  readonly isDone: boolean | null
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly entries: readonly ListEntry[] }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'rule' }
  | { readonly kind: 'plain'; readonly text: string }

type Cell = readonly Inline[]
