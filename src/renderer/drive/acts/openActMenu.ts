import { growMenu, openMenu } from '../../controls/Menu'
import type { MenuItem } from '../../controls/MenuItem'
import { menuItemsOf } from './actItems'
import type { ActTarget } from './doAct'
import { actsNow, loadActs, useActs } from './useActs'

interface ActMenu {
  readonly at: HTMLElement | { readonly x: number; readonly y: number }
  readonly label: string
  /** What can be done in any case. */
  readonly items: readonly MenuItem[]
  readonly target: ActTarget
}

/** Opens at once with what is known, and takes in the ways on as soon as they are found out, and whenever they change. */
export function openActMenu({ at, label, items, target }: ActMenu): void {
  const withActs = (): readonly MenuItem[] => {
    const acts = menuItemsOf(actsNow(target.run, target.key) ?? [], target)
    if (acts.length === 0 || items.length === 0) return acts.length === 0 ? items : acts
    return [...items, { kind: 'separator' }, ...acts]
  }
  let shown = withActs()
  openMenu({ at, label, items: shown })
  const known = () => actsNow(target.run, target.key)
  let before = known()
  const stop = useActs.subscribe(() => {
    if (known() === before) return
    before = known()
    const next = withActs()
    // It was closed, or another one is open.
    if (!growMenu(shown, next)) return stop()
    shown = next
  })
  void loadActs(target.run, target.key)
}
