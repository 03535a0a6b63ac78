/** `n` goes from row to row of the list in its box, round its end: to the card of what is asked, else to what opens the row. */
export function walkByKey(list: HTMLElement | null): (() => void) | undefined {
  const box = list?.closest<HTMLElement>('.popover')
  if (!list || !box) return undefined
  const walk = (event: KeyboardEvent): void => {
    if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target))
      return
    event.preventDefault()
    const rows = [...list.children]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const order = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
    const next = order.map(stopOf).find((stop) => stop !== null)
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  box.addEventListener('keydown', walk)
  return () => box.removeEventListener('keydown', walk)
}

function stopOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>('[data-ask]') ?? row.querySelector<HTMLElement>('.where .btn')
}

function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)
}
