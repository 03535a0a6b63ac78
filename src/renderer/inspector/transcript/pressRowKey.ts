import type { KeyboardEvent } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { openFind } from './findStore'
import { jumpTo } from './jumpActions'
import type { TranscriptScroll } from './useTranscriptScroll'

interface RowKeys {
  readonly scroll: TranscriptScroll
  readonly scroller: HTMLElement | null
  readonly total: number
  readonly agent: { readonly run: RunUri; readonly key: AgentKey }
}

/** The keys of the transcript. True: it was one of them. */
export function pressRowKey(event: KeyboardEvent, keys: RowKeys): boolean {
  const { target } = event
  if (!(target instanceof HTMLElement) || target.matches('input, textarea')) return false
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
    openFind()
    return true
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return pressJump(event.key, keys) || pressMove(event, target, keys)
}

const jumps: Readonly<Record<string, readonly ['prompt' | 'error', 'before' | 'after']>> = {
  '[': ['prompt', 'before'],
  ']': ['prompt', 'after'],
  '{': ['error', 'before'],
  '}': ['error', 'after'],
}

function pressJump(key: string, { agent }: RowKeys): boolean {
  const jump = Object.hasOwn(jumps, key) ? jumps[key] : undefined
  if (jump) void jumpTo(agent, ...jump)
  return jump !== undefined
}

function pressMove({ key }: KeyboardEvent, target: HTMLElement, keys: RowKeys): boolean {
  // A box of text that scrolls has these keys for itself, a button its own Enter.
  if (target.closest('.plain-text, .diff')) return false
  switch (key) {
    case 'ArrowDown':
      return step(keys, 1)
    case 'ArrowUp':
      return step(keys, -1)
    case 'PageDown':
      return page(keys, 1)
    case 'PageUp':
      return page(keys, -1)
    case 'Home':
      return moveTo(keys, 0)
    case 'End':
      return moveToEnd(keys)
    case 'Enter':
      return !target.matches('button') && openRow(keys)
    default:
      return false
  }
}

function openRow({ scroll: { active }, scroller }: RowKeys): boolean {
  const row = rowAt(scroller, active)
  const button = row?.querySelector<HTMLElement>('.it.line, .spawn, .compaction')
  button?.click()
  return button !== null && button !== undefined
}

const scrolledPx = 60

/** The next row; through a row that is higher than the view in steps. */
function step(keys: RowKeys, by: 1 | -1): boolean {
  const { scroll, scroller, total } = keys
  const box = scroller?.getBoundingClientRect()
  const row = rowAt(scroller, scroll.active)?.getBoundingClientRect()
  if (!box || total === 0) return false
  if (scroll.active === null || !row) return moveTo(keys, by === 1 ? firstSeen(keys) : lastSeen(keys))
  const isMoreToSee = by === 1 ? row.bottom > box.bottom + 4 : row.top < box.top - 4
  if (isMoreToSee) {
    scroll.rows.scrollBy(by * scrolledPx)
    return true
  }
  return moveTo(keys, Math.max(0, Math.min(total - 1, scroll.active + by)))
}

function page({ scroll: { rows }, scroller }: RowKeys, by: 1 | -1): boolean {
  rows.scrollBy(by * Math.max(60, (scroller?.clientHeight ?? 0) - 40))
  return true
}

function moveTo(keys: RowKeys, n: number): boolean {
  keys.scroll.setActive(n)
  keys.scroll.rows.reveal(n)
  focusRow(keys, n)
  return true
}

function moveToEnd(keys: RowKeys): boolean {
  if (keys.total === 0) return false
  keys.scroll.setActive(keys.total - 1)
  keys.scroll.rows.goToEnd()
  focusRow(keys, keys.total - 1)
  return true
}

function focusRow({ scroller }: RowKeys, n: number): void {
  // The row may only be drawn in the next frame.
  requestAnimationFrame(() => rowAt(scroller, n)?.focus({ preventScroll: true }))
}

function rowAt(scroller: HTMLElement | null, n: number | null): HTMLElement | null {
  return n === null ? null : (scroller?.querySelector<HTMLElement>(`[data-index="${n}"]`) ?? null)
}

function firstSeen({ scroll: { rows } }: RowKeys): number {
  return rows.seen.from
}

function lastSeen({ scroll: { rows }, total }: RowKeys): number {
  return Math.max(0, Math.min(total, rows.seen.to) - 1)
}
