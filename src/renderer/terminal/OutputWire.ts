import { afterGap } from './afterGap'
import { bytesOf } from './bytesOf'
import { questionCutter } from './questionCutter'

/** A part of the output as the engine tells it. */
interface OutputPart {
  readonly from: number
  readonly base64: string
}

/** Where output is drawn. */
export interface OutputScreen {
  /** `onDrawn`: it stands in the screen's memory. In order. */
  write(bytes: Uint8Array, onDrawn: () => void): void
  /** So many bytes of output will never come; `isFirst`: they are older than all that was shown. */
  tellGap(bytes: number, isFirst: boolean): void
}

/** Output from the engine to the screen: in order, nothing twice, what is missing is told. Knows where to go on after a break. */
export class OutputWire {
  private readonly screen: OutputScreen
  private readonly onDrawn: (to: number) => void
  private cut = questionCutter()
  /** Ends of the pieces that are not drawn yet. */
  private readonly undrawn: number[] = []
  private isEmpty = true
  private next = 0

  constructor(screen: OutputScreen, onDrawn: (to: number) => void) {
    this.screen = screen
    this.onDrawn = onDrawn
  }

  /** The byte of all output that is wanted next. */
  get reached(): number {
    return this.next
  }

  /** The place of the piece that is being drawn: of the question in it, where it holds one. */
  get drawing(): number {
    return this.undrawn[0] ?? this.next
  }

  take({ from, base64 }: OutputPart): void {
    const all = bytesOf(base64)
    const end = from + all.length
    // After a new connection some of it may come again.
    if (end <= this.next) return
    const missing = from - this.next
    const fresh = missing > 0 ? afterGap(all) : all.subarray(-missing)
    if (missing > 0) {
      this.screen.tellGap(missing, this.isEmpty)
      this.cut = questionCutter()
    }
    this.isEmpty = false
    this.next = end
    let at = end - fresh.length
    const pieces = this.cut(fresh)
    if (pieces.length === 0) this.onDrawn(end)
    for (const [i, piece] of pieces.entries()) {
      at += piece.length
      this.undrawn.push(at)
      this.screen.write(piece, () => {
        this.undrawn.shift()
        if (i === pieces.length - 1) this.onDrawn(end)
      })
    }
  }
}
