/** Something a person can do, wherever it is offered: a menu, a row of buttons, the palette. */
export interface MenuAction {
  readonly kind: 'action'
  readonly id: string
  readonly label: string
  /** A symbol of theme/icons.svg. */
  readonly icon?: string | undefined
  readonly shortcut?: string | undefined
  /** Said quietly beside the label. */
  readonly hint?: string | undefined
  /** Why it cannot be done now; it stays in the list, with this reason. */
  readonly disabledReason?: string | undefined
  /** It stands over the item already. */
  readonly isReasonSaid?: boolean
  run(): void
}

export type MenuItem =
  | MenuAction
  | { readonly kind: 'separator' }
  | { readonly kind: 'group'; readonly label: string; readonly items: readonly MenuItem[] }

/** The actions alone, in the order they are shown. */
export function actionsOf(items: readonly MenuItem[]): readonly MenuAction[] {
  return items.flatMap((item) => (item.kind === 'action' ? [item] : item.kind === 'group' ? actionsOf(item.items) : []))
}
