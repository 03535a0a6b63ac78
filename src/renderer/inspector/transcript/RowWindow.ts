import type { ItemRange } from './missingRange'
import { RowHeights } from './RowHeights'

/** What stays where it is on the screen whatever grows around it. Rows go by their names, which outlive their numbers. */
type Anchor =
  | { readonly kind: 'end' }
  | { readonly kind: 'row'; readonly row: number; readonly below: number | 'centre'; readonly mayRejoin: boolean }

export interface RowWindowEvents {
  /** Other rows are to be drawn, by name. `isNow`: before the next line of code runs. */
  onRange(range: ItemRange, isNow: boolean): void
  /** Where the reader stands may be another place. */
  onPlace(): void
}

export interface HiddenRows {
  /** Null: none. */
  readonly has: ((n: number) => boolean) | null
  /** Another one: other rows than before. */
  readonly version: number
}

const padding = 8
/** A call: the most frequent row. */
const firstGuess = 24
/** Drawn beyond the view at either side: nothing at first, then more with each frame that is on the screen. */
const margins: readonly number[] = [250, 500]
/** When there is so little of it left, more is drawn. */
const leastShare = 0.4
const nearEnd = 32
/** Where a browser does not tell when scrolling is over. */
const restMs = 150

/**
 * The part of a long list that is drawn. Rows stand in normal flow in one block, so that growing rows never overlap; the block is put
 * where the anchor stays in its place. While a hand scrolls the view itself is not touched: writing its position would stop the hand.
 * What the block is away from where the heights would have it (`drift`) is made good when the hand rests.
 */
export class RowWindow {
  readonly heights = new RowHeights(firstGuess)
  range: ItemRange
  private readonly events: RowWindowEvents
  private anchor: Anchor = { kind: 'end' }
  private origin = 0
  private drift = 0
  /** Where the view stood when it was last looked at: elsewhere, it was a hand. */
  private top = 0
  private view = 0
  private isMoving = false
  private isGuessed = false
  private beyond = 0
  private hiddenVersion = -1
  /** What stands before the first row is so high. */
  private lead = 0
  private box: HTMLElement | null = null
  private block: HTMLElement | null = null

  constructor(events: RowWindowEvents, range: ItemRange) {
    this.events = events
    this.range = range
  }

  get isAtEnd(): boolean {
    return this.anchor.kind === 'end'
  }

  /** Where the first row begins. */
  private get above(): number {
    return padding + this.lead
  }

  /** The rows in sight, by number. */
  get seen(): ItemRange {
    const at = this.top - this.above - this.drift
    return { from: this.heights.at(at), to: this.heights.count === 0 ? 0 : this.heights.at(at + this.view) + 1 }
  }

  /** The first row that begins in the view, and how far below its edge; of a row that fills it, the row itself. */
  get place(): { readonly n: number; readonly below: number } {
    const at = this.top - this.above - this.drift
    const { heights } = this
    let n = heights.at(at)
    if (heights.top(n) < at && n + 1 < heights.count && heights.top(n + 1) < at + this.view) n += 1
    return { n, below: heights.top(n) - at }
  }

  /** `block` holds the rows and stands in an element that is as high as all of them. */
  attach(box: HTMLElement, block: HTMLElement): () => void {
    this.box = box
    this.block = block
    const onScroll = (): void => this.look()
    const onRest = (): void => this.rest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScrollThenRest = (): void => {
      this.look()
      clearTimeout(timer)
      timer = setTimeout(onRest, restMs)
    }
    const tellsEnd = 'onscrollend' in box
    box.addEventListener('scroll', tellsEnd ? onScroll : onScrollThenRest, { passive: true })
    box.addEventListener('scrollend', onRest)
    // Fonts, pictures, colours that come late, a pane that is dragged: rows change their height after they were drawn.
    const observer = new ResizeObserver(() => this.settle(true))
    observer.observe(block)
    observer.observe(box)
    const stopWidening = this.widen()
    return () => {
      stopWidening()
      clearTimeout(timer)
      observer.disconnect()
      box.removeEventListener('scroll', tellsEnd ? onScroll : onScrollThenRest)
      box.removeEventListener('scrollend', onRest)
      this.box = null
      this.block = null
    }
  }

  /** The list has another length. At its end, what came is drawn at once: found missing after a drawing, it would take a second one. */
  resize(count: number, origin: number, hidden: HiddenRows, lead: number): ItemRange {
    this.origin = origin
    this.lead = lead
    const { heights, view } = this
    heights.resize(count, origin)
    if (hidden.version !== this.hiddenVersion) heights.hide(hidden.has)
    this.hiddenVersion = hidden.version
    if (this.isAtEnd && view > 0 && this.range.to + origin < count)
      this.range = { from: heights.at(heights.top(count) - view - this.beyond) - origin, to: count - origin }
    return this.range
  }

  /** What is drawn is measured and put in its place. `isDrawing`: from within a drawing, where none can be begun. */
  settle(isDrawing: boolean): void {
    const { box, block } = this
    if (!box || !block) return
    this.view = box.clientHeight
    // A pane that is not shown has rows without height.
    if (this.view === 0) return
    this.measure(block)
    this.put(box, block)
    this.cover(isDrawing)
  }

  goToEnd(): void {
    this.stand({ kind: 'end' })
  }

  /** Brings a row to a distance from the upper edge, and keeps it there while what is around it arrives. */
  goTo(n: number, below: number | 'centre'): void {
    this.stand({ kind: 'row', row: this.nameOf(n), below, mayRejoin: false })
  }

  /** As little as brings the whole row into view. */
  reveal(n: number): void {
    const from = this.above + this.heights.top(n) + this.drift - this.top
    const height = this.heights.height(n)
    if (n === 0 && this.lead > 0 && this.above + height < this.view) this.goTo(0, this.above)
    else if (from < 0 || height > this.view) this.goTo(n, padding)
    else if (from + height > this.view) this.goTo(n, this.view - height - padding)
  }

  /** The row stays where it is while a person opens or folds it. `mayRejoin`: at the end, should that come into view, the end is followed. */
  hold(n: number, mayRejoin = this.isAtEnd): void {
    const below = this.above + this.heights.top(n) + this.drift - this.top
    this.anchor = { kind: 'row', row: this.nameOf(n), below, mayRejoin }
  }

  scrollBy(pixels: number): void {
    if (this.box) this.box.scrollTop += pixels
  }

  private nameOf(n: number): number {
    return Math.max(0, Math.min(n, this.heights.count - 1)) - this.origin
  }

  private stand(anchor: Anchor): void {
    this.anchor = anchor
    this.isMoving = false
    const { box, block } = this
    if (box && block && this.view > 0) {
      this.put(box, block)
      // Whoever asked may be drawing at this moment.
      queueMicrotask(() => this.cover(false))
    }
    this.events.onPlace()
  }

  private look(): void {
    const { box } = this
    if (!box || Math.abs(box.scrollTop - this.top) < 1) return
    this.top = box.scrollTop
    this.isMoving = true
    const isAtEnd = this.height() - this.top - this.view <= nearEnd
    const { n, below } = this.place
    this.anchor = isAtEnd ? { kind: 'end' } : { kind: 'row', row: this.nameOf(n), below, mayRejoin: false }
    this.cover(false)
    this.events.onPlace()
  }

  private rest(): void {
    this.isMoving = false
    if (this.drift !== 0 || this.isAtEnd) this.settle(false)
  }

  /** Of everything, the padding with it. */
  private height(): number {
    return this.above + this.heights.top(this.heights.count) + this.drift + padding
  }

  private measure(block: HTMLElement): void {
    const { heights } = this
    for (const row of block.children) {
      const n = Number(row.getAttribute('data-index'))
      if (n < heights.count) heights.set(n, row.getBoundingClientRect().height)
    }
    if (this.isGuessed || block.childElementCount === 0) return
    this.isGuessed = true
    heights.guessAt(Math.max(firstGuess, Math.round(heights.average() ?? firstGuess)))
  }

  private put(box: HTMLElement, block: HTMLElement): void {
    const from = this.heights.top(this.range.from + this.origin)
    const wanted = this.wantedTop(from)
    const { parentElement: holder } = block
    if (holder) holder.style.height = `${this.height()}px`
    block.style.top = `${this.above + from + this.drift}px`
    if (wanted === null) return
    box.scrollTop = wanted
    this.top = box.scrollTop
  }

  /** Where the view should stand, and the drift with it; null: where it is. */
  private wantedTop(from: number): number | null {
    const { anchor, heights } = this
    if (anchor.kind === 'end') {
      this.drift = 0
      return this.height()
    }
    const n = anchor.row + this.origin
    const below = anchor.below === 'centre' ? Math.max(padding, (this.view - heights.height(n)) / 2) : anchor.below
    const at = this.above + heights.top(n) - below
    this.drift = this.isMoving ? this.top - at : 0
    // The beginning of the list would lie beyond the edge, or away from it.
    const mustMove = from + this.drift < 0 || (this.range.from + this.origin <= 0 && this.drift !== 0)
    if (this.isMoving && !mustMove) return null
    this.drift = 0
    if (anchor.mayRejoin && this.height() - at - this.view <= 1) this.anchor = { kind: 'end' }
    return at
  }

  /** Sees to it that what is in sight and a little around it is drawn. */
  private cover(isDrawing: boolean): void {
    const { heights, origin } = this
    const at = Math.max(0, Math.min(this.top - this.above - this.drift, heights.top(heights.count) - this.view))
    const least = this.rowsAround(at, this.beyond * leastShare)
    const { from, to } = this.range
    if (heights.count === 0 || (from + origin <= least.from && to + origin >= least.to && to + origin <= heights.count)) return
    const rows = this.rowsAround(at, this.beyond)
    this.range = { from: rows.from - origin, to: rows.to - origin }
    this.events.onRange(this.range, !isDrawing)
  }

  private rowsAround(at: number, beyond: number): ItemRange {
    const { heights } = this
    return { from: heights.at(at - beyond), to: Math.min(heights.count, heights.at(at + this.view + beyond) + 1) }
  }

  /** Returns how to stop. */
  private widen(): () => void {
    const next = margins.find((each) => each > this.beyond)
    if (next === undefined) return () => undefined
    let stop = afterPaint(() => {
      this.beyond = next
      this.settle(false)
      stop = this.widen()
    })
    return () => stop()
  }
}

/** Once the next frame is on the screen. Returns how to call it off. */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
