import type { KeyboardEvent } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { openFind } from './findStore'
import { untilWhole } from './holdNumber'
import { jumpTo } from './jumpActions'
import { stepRaw } from './raw/stepRaw'
import { useSift } from './useSift'
import { useTranscript } from './useTranscript'
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
    if (event.shiftKey) useSift.setState({ isOpen: true })
    else openFind()
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
      return stepRaw(target, 1) || step(keys, 1)
    case 'ArrowUp':
      return stepRaw(target, -1) || step(keys, -1)
    case 'PageDown':
      return page(keys, 1)
    case 'PageUp':
      return page(keys, -1)
    case 'Home':
      return moveToBeginning(keys)
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
  return moveTo(keys, nearestShown(Math.max(0, Math.min(total - 1, scroll.active + by)), by, total))
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

/** Which is not the first row of an end, where no more is known yet. */
function moveToBeginning(keys: RowKeys): boolean {
  const move = (): boolean => moveTo(keys, nearestShown(0, 1, useTranscript.getState().total))
  const { phase } = useTranscript.getState()
  const moveThere = (): boolean => keys.scroller?.contains(document.activeElement) === true && move()
  if (phase === 'tail') void untilWhole().then(moveThere)
  return move()
}

function moveToEnd(keys: RowKeys): boolean {
  if (keys.total === 0) return false
  const last = nearestShown(keys.total - 1, -1, keys.total)
  keys.scroll.setActive(last)
  keys.scroll.rows.goToEnd()
  focusRow(keys, last)
  return true
}

function focusRow({ scroller }: RowKeys, n: number): void {
  // The row may only be drawn in the next frame.
  requestAnimationFrame(() => rowAt(scroller, n)?.focus({ preventScroll: true }))
}

function rowAt(scroller: HTMLElement | null, n: number | null): HTMLElement | null {
  return n === null ? null : (scroller?.querySelector<HTMLElement>(`[data-index="${n}"]`) ?? null)
}

/** Where a filter hides the row, the next one in that direction, else in the other. */
function nearestShown(n: number, by: 1 | -1, total: number): number {
  const { shown } = useSift.getState()
  return shown ? (shown.nearest(n, by, total) ?? shown.nearest(n, by === 1 ? -1 : 1, total) ?? n) : n
}

function firstSeen({ scroll: { rows } }: RowKeys): number {
  return nearestShown(rows.seen.from, 1, Math.max(1, rows.seen.to))
}

function lastSeen({ scroll: { rows }, total }: RowKeys): number {
  return nearestShown(Math.max(0, Math.min(total, rows.seen.to) - 1), -1, total)
}
