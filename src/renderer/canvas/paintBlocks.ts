import { phaseGroup } from '../../shared/phaseWord'
import { nodeWidth, pitchOf } from '../layout/blockLayout'
import { visitRow } from '../layout/rowIndex'
import { boxHeight, boxWidth, type Frame, leftOf, seen, seenRows, topOf } from './frame'
import type { Ink } from './ink'
import { phases } from './tokens'

const isHollow = phases.map((phase) => phase === 'starting' || phase === 'orphaned' || phase === 'unknown')
const strengths = phases.map((phase) => (phase === 'completed' ? 0.42 : phaseGroup(phase) === 'cut' ? 0.5 : 1))

/** Below this width on screen dashes and corners cannot be seen. */
const leastDressed = 9

export function paintBlocks(ink: Ink, frame: Frame, skipped: ReadonlySet<number>): void {
  const { scene, camera } = frame
  const { layout } = scene
  const isRight = layout.direction === 'right'
  const view = seen(frame)
  const rows = seenRows(frame)
  const width = Math.max(3, boxWidth(frame))
  const height = Math.max(2, boxHeight(frame))
  // Rows that fall on the same pixel are one row.
  const stride = Math.max(1, Math.floor(1 / (pitchOf(layout.direction).row * camera.zoom)))
  const isMerged = camera.zoom * 12 < 0.75 && isRight
  const isDressed = nodeWidth * camera.zoom >= leastDressed && frame.slide === null
  for (let row = rows.from; row < rows.to; row += stride) {
    const run = new Run(ink, height)
    visitRow(scene.index, row, isRight ? view.left : view.top, isRight ? view.right : view.bottom, (i) => {
      if (skipped.has(i)) return
      const x = leftOf(frame, i)
      const y = topOf(frame, i)
      const code = scene.phase[i]!
      const colour = frame.colourBy === 'type' ? ink.tokens.hues[scene.hue[i]!]! : ink.tokens.phaseShape[code]!
      const strength = (scene.dimmed?.[i] === 1 ? 0.25 : 1) * strengths[code]!
      if (isDressed) paintDressed(ink, x, y, width, height, colour, strength, isHollow[code] === true)
      else if (isMerged) run.add(x, y, width, colour, strength)
      else ink.block(x, y, width, height, colour, strength)
    })
    run.close()
  }
}

function paintDressed(
  ink: Ink,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  strength: number,
  isEmpty: boolean,
): void {
  if (isEmpty) ink.box(x, y, width, height, { stroke: colour, radius: 2, dash: [2, 2], alpha: strength })
  else if (width < 24) ink.block(x, y, width, height, colour, strength)
  else ink.box(x, y, width, height, { fill: colour, radius: Math.min(3, height / 5), alpha: strength })
}

/** Neighbours of one colour with less than a pixel between them are painted as one. */
class Run {
  readonly #ink: Ink
  readonly #height: number
  #from = 0
  #to = -1
  #y = 0
  #colour = ''
  #strength = 1

  constructor(ink: Ink, height: number) {
    this.#ink = ink
    this.#height = height
  }

  add(x: number, y: number, width: number, colour: string, strength: number): void {
    const goesOn = this.#to >= 0 && x <= this.#to + 1 && y === this.#y && colour === this.#colour && strength === this.#strength
    if (goesOn) {
      this.#to = x + width
      return
    }
    this.close()
    this.#from = x
    this.#to = x + width
    this.#y = y
    this.#colour = colour
    this.#strength = strength
  }

  close(): void {
    if (this.#to >= 0) this.#ink.block(this.#from, this.#y, this.#to - this.#from, this.#height, this.#colour, this.#strength)
    this.#to = -1
  }
}
