import { boxHeight, boxWidth, type Frame, leftOf, topOf } from './frame'
import type { Ink } from './ink'
import { isLoudCode } from './scene'
import { phases } from './tokens'

interface Beacon {
  code: number
  readonly x: number
  readonly y: number
  count: number
}

const size = 16
const nearest = 24
const waiting = phases.indexOf('waiting')

/** What needs a person is seen at any zoom. Those nearer than 24 px to one another are one glyph, the loudest, with a count. */
export function paintBeacons(ink: Ink, frame: Frame): void {
  const { tokens, ruler } = ink
  for (const { code, x, y, count } of beaconsOf(frame)) {
    const words = count > 1 ? String(count) : ''
    const width = words === '' ? 0 : ruler.widthOf(words, 'smallName') + 5
    ink.box(x - size / 2 - 1, y - size / 2 - 1, size + 2 + width, size + 2, { fill: tokens.canvas, radius: size / 2 + 1 })
    ink.glyph(`st-${phases[code]}`, x - size / 2, y - size / 2, size, tokens.phaseShape[code]!)
    if (words !== '') ink.text(x + size / 2 + 1, y + 4, words, 'smallName', tokens.phaseText[code]!)
  }
}

export function beaconsOf(frame: Frame): readonly Beacon[] {
  const { scene, size: view } = frame
  const { phase, layout } = scene
  const width = boxWidth(frame)
  const height = boxHeight(frame)
  const cells = new Map<string, Beacon>()
  const found: Beacon[] = []
  for (let i = 0; i < phase.length; i++) {
    const code = phase[i]!
    if (!isLoudCode(code) || layout.shown[i] === 0 || scene.dimmed?.[i] === 1) continue
    const x = leftOf(frame, i) + width / 2
    const y = topOf(frame, i) + height / 2
    if (x < -size || y < -size || x > view.width + size || y > view.height + size) continue
    const near = neighbourOf(cells, x, y)
    if (near) {
      near.count++
      if (code === waiting) near.code = code
    } else {
      const beacon: Beacon = { code, x, y, count: 1 }
      cells.set(cellOf(Math.floor(x / nearest), Math.floor(y / nearest)), beacon)
      found.push(beacon)
    }
  }
  return found
}

function neighbourOf(cells: ReadonlyMap<string, Beacon>, x: number, y: number): Beacon | null {
  for (let across = -1; across <= 1; across++) {
    for (let down = -1; down <= 1; down++) {
      const other = cells.get(cellOf(Math.floor(x / nearest) + across, Math.floor(y / nearest) + down))
      if (other && Math.hypot(other.x - x, other.y - y) < nearest) return other
    }
  }
  return null
}

function cellOf(across: number, down: number): string {
  return `${across} ${down}`
}
