import './Menu.css'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { Icon } from './Icon'
import type { MenuAction, MenuItem } from './MenuItem'
import { nextByLetter } from './nextByLetter'
import type { Rect } from './placeBox'
import { useBoxPlace } from './useBoxPlace'

interface MenuAsked {
  readonly at: { readonly x: number; readonly y: number } | HTMLElement
  readonly label: string
  readonly items: readonly MenuItem[]
}

interface OpenMenu {
  readonly anchor: Rect
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly before: Element | null
  /** A menu opened from a menu is a new one. */
  readonly times: number
}

const useMenu = create<{ readonly open: OpenMenu | null }>(() => ({ open: null }))

export function openMenu({ at, label, items }: MenuAsked): void {
  const anchor = at instanceof HTMLElement ? at.getBoundingClientRect() : { x: at.x, y: at.y, width: 0, height: 0 }
  const { open } = useMenu.getState()
  useMenu.setState({
    open: { anchor, label, items, before: open?.before ?? document.activeElement, times: (open?.times ?? 0) + 1 },
  })
}

/** What can be done was found out while the menu was open: it grows, and the focus stays where it is. */
export function growMenu(before: readonly MenuItem[], items: readonly MenuItem[]): boolean {
  const { open } = useMenu.getState()
  if (open?.items !== before) return false
  useMenu.setState({ open: { ...open, items } })
  return true
}

/** The focus returns to where it was, before the action moves it on. */
function closeMenu(): void {
  const { open } = useMenu.getState()
  if (!open) return
  useMenu.setState({ open: null })
  if (open.before instanceof HTMLElement && open.before.isConnected) open.before.focus()
}

/** Rendered once, by the window. */
export function MenuLayer() {
  const open = useMenu((state) => state.open)
  return open && <MenuBox menu={open} key={open.times} />
}

function MenuBox({ menu }: { readonly menu: OpenMenu }) {
  const box = useRef<HTMLDivElement>(null)
  useBoxPlace(box, menu.anchor)
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const leave = (event: Event): void => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) closeMenu()
    }
    document.addEventListener('pointerdown', leave, true)
    addEventListener('resize', closeMenu)
    addEventListener('blur', closeMenu)
    return () => {
      document.removeEventListener('pointerdown', leave, true)
      removeEventListener('resize', closeMenu)
      removeEventListener('blur', closeMenu)
    }
  }, [])
  return (
    <div className="menu" role="menu" aria-label={menu.label} tabIndex={-1} ref={box} onKeyDown={walk}>
      <Items items={menu.items} />
    </div>
  )
}

function Items({ items }: { readonly items: readonly MenuItem[] }) {
  return items.map((item) => {
    switch (item.kind) {
      case 'action':
        return <Action key={item.id} action={item} />
      case 'separator':
        return <hr className="menu-line" key={lineKey(items, item)} />
      case 'group':
        return (
          <fieldset className="menu-group" key={item.label}>
            <legend className="menu-label">{item.label}</legend>
            <Items items={item.items} />
          </fieldset>
        )
      default:
        return item satisfies never
    }
  })
}

/** Lines have no name: their place is one. */
function lineKey(items: readonly MenuItem[], line: MenuItem): string {
  return `line ${items.indexOf(line)}`
}

function Action({ action }: { readonly action: MenuAction }) {
  const isOff = action.disabledReason !== undefined
  const press = (): void => {
    if (isOff) return
    closeMenu()
    action.run()
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`menu-item${isOff ? ' off' : ''}`}
      aria-disabled={isOff || undefined}
      aria-description={action.isReasonSaid ? action.disabledReason : undefined}
      onClick={press}
    >
      {action.icon === undefined ? <span /> : <Icon name={action.icon} size={14} />}
      <span className="menu-words">
        <span className="cut">{action.label}</span> {action.hint !== undefined && <span className="hint">{action.hint}</span>}
      </span>
      {action.shortcut === undefined ? <span /> : <span className="kbd">{action.shortcut}</span>}
      {isOff && !action.isReasonSaid && <span className="why">{action.disabledReason}</span>}
    </button>
  )
}

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const at = items.findIndex((item) => item.matches(':focus'))
  const to = stepFrom(event, items, at)
  // Keys of the page behind do not hear what is meant for the menu.
  event.stopPropagation()
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault()
    closeMenu()
  } else if (to !== null) {
    event.preventDefault()
    items[to]?.focus()
  }
}

function stepFrom(event: KeyboardEvent, items: readonly HTMLElement[], at: number): number | null {
  switch (event.key) {
    case 'ArrowDown':
      return (at + 1) % items.length
    case 'ArrowUp':
      return (at + items.length - 1) % items.length
    case 'Home':
      return 0
    case 'End':
      return items.length - 1
    default:
      if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return null
      return nextByLetter(
        items.map((item) => item.textContent),
        at,
        event.key,
      )
  }
}
