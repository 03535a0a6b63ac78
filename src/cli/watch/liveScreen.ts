import type { Output } from '../output'
import { cutLine, lineWidth, paint, type StyledLine } from '../text/styledText'

/** A region at the end of the terminal that is drawn anew in place; what stood above it stays. */
export interface LiveScreen {
  draw(lines: readonly StyledLine[]): Promise<void>
  /** Leaves the last picture standing and gives the cursor back. */
  close(): Promise<void>
}

const hideCursor = '\x1b[?25l'
const showCursor = '\x1b[?25h'
// Terminals that know it show a frame only when it is whole; others ignore it.
const beginFrame = '\x1b[?2026h'
const endFrame = '\x1b[?2026l'

export function openLiveScreen(out: Output): LiveScreen {
  let widths: readonly number[] = []
  let isClosed = false
  // Also after a crash the cursor must come back.
  const restore = () => {
    process.stdout.write(showCursor)
  }
  process.once('exit', restore)
  return {
    async draw(lines) {
      if (isClosed) return
      const columns = Math.max(20, out.columns())
      // One column less than there is: a full line would wrap in some terminals, and the count of rows would be wrong.
      const cut = lines.slice(0, Math.max(1, out.rows() - 1)).map((line) => cutLine(line, columns - 1))
      // After a narrower resize old lines may have wrapped.
      const rows = widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0)
      const up = rows === 0 ? '' : `\x1b[${Math.min(rows, out.rows() - 1)}A\r`
      widths = cut.map(lineWidth)
      const text = cut.map((line) => `${paint(line, out.colour)}\x1b[K\n`).join('')
      await out.write(`${beginFrame}${hideCursor}${up}${text}\x1b[J${endFrame}`)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      process.off('exit', restore)
      await out.write(showCursor)
    },
  }
}
