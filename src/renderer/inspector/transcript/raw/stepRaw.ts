/** From a row or a line to the line next to it. False: there is none, the next row is meant. */
export function stepRaw(target: HTMLElement, by: 1 | -1): boolean {
  const line = nextLine(target, by)
  line?.focus()
  return line != null
}

function nextLine(target: HTMLElement, by: 1 | -1): HTMLElement | null {
  const row = target.closest<HTMLElement>('.tx-row')
  if (target.matches('.raw-line')) {
    const line = lineAt(target.closest('.raw-lines'), Number(target.getAttribute('data-line')) + by)
    return line ?? (row ? (by === -1 ? row : null) : besideLead(target, by))
  }
  if (!row) return null
  if (by === 1) {
    const first = lineAt(row.querySelector('.raw-lines'), 0)
    return first && isInView(first) ? first : null
  }
  const before = row.previousElementSibling?.querySelector('.raw-lines') ?? (isFirst(row) ? leadOf(row) : null)
  const lines = before?.querySelectorAll<HTMLElement>('.raw-line')
  const last = lines?.item(lines.length - 1) ?? null
  return last && isInView(row) ? last : null
}

function lineAt(block: Element | null, line: number): HTMLElement | null {
  return block?.querySelector<HTMLElement>(`[data-line="${line}"]`) ?? null
}

/** A row higher than the view is walked through first. */
function isInView(element: Element): boolean {
  const view = element.closest('.tx-scroll')?.getBoundingClientRect()
  const own = element.getBoundingClientRect()
  return view !== undefined && own.top >= view.top - 4 && own.top < view.bottom
}

/** Nothing stands before the lead; behind it the first row does. */
function besideLead(line: HTMLElement, by: 1 | -1): HTMLElement | null {
  return by === -1 ? line : (line.closest('.tx-rows')?.querySelector<HTMLElement>('[data-index="0"]') ?? null)
}

function isFirst(row: Element): boolean {
  return row.getAttribute('data-index') === '0'
}

function leadOf(row: Element): Element | null {
  return row.closest('.tx-rows')?.querySelector('.raw-lead .raw-lines') ?? null
}
