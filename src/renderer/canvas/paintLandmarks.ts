import { formatCount } from '../../shared/formatCount'
import { nodeHeight, nodeWidth, packRows, pitchOf } from '../layout/blockLayout'
import { type Frame, leftOf, topOf } from './frame'
import type { Ink } from './ink'
import { crowdTrunk, landmarkGap, landmarkRoom, packSpan } from './landmarksOf'
import { descriptionOf, nameAt } from './scene'
import { phases } from './tokens'

export function paintLandmarks(ink: Ink, frame: Frame, landmarks: ReadonlyMap<number, number>): void {
  const { scene, size } = frame
  const isRight = scene.layout.direction === 'right'
  const span = packSpan(frame)
  for (const [parent, pack] of landmarks) {
    // The root's own plate says how many there are, and with which phase.
    if (parent === 0) continue
    const { first } = scene.layout.packs[pack]!
    const x = leftOf(frame, first)
    const y = topOf(frame, first)
    const isSeen = isRight
      ? x > -20 && x - landmarkRoom < size.width && y < size.height && y + span > 0
      : y > -20 && y - 60 < size.height && x < size.width && x + span > 0
    if (isSeen) paintLandmark(ink, frame, wordsOf(ink, frame, parent, span), x, y)
  }
  paintRoot(ink, frame, crowdTrunk(frame, landmarks))
}

interface LandmarkWords {
  readonly title: string
  readonly colour: string
  readonly description: string
  /** Empty: no room for it. */
  readonly count: string
  readonly live: string
}

function wordsOf({ ruler, tokens }: Ink, { scene }: Frame, parent: number, span: number): LandmarkWords {
  const isRight = scene.layout.direction === 'right'
  const room = isRight ? landmarkRoom : Math.min(landmarkRoom, span - 12)
  const { name, number } = nameAt(scene, parent)
  const digits = number === '' ? '' : ` ${number}`
  const running = scene.tallies.running[parent]!
  const hasCount = !isRight || span >= 31
  return {
    title: `${ruler.shorten(name, 'name', room - ruler.widthOf(digits, 'name'))}${digits}`,
    colour: tokens.hues[scene.hue[parent]!]!,
    description: isRight && span >= 46 ? ruler.shorten(descriptionOf(scene, parent), 'text', room) : '',
    count: hasCount ? formatCount(scene.layout.shape.end[parent]! - parent - 1) : '',
    live: hasCount && running > 0 ? `${formatCount(running)} running` : '',
  }
}

/** Left of its pack and right-aligned; above it where the tree grows down. */
function paintLandmark(ink: Ink, frame: Frame, words: LandmarkWords, x: number, y: number): void {
  const { ruler, tokens } = ink
  const isRight = frame.scene.layout.direction === 'right'
  const { title, description, live } = words
  const count = live === '' ? words.count : `${words.count} ·`
  const liveAt = live === '' ? 0 : ruler.widthOf(count, 'small') + 4
  const countWidth = live === '' ? ruler.widthOf(count, 'small') : liveAt + ruler.widthOf(live, 'small')
  const lines = 1 + (description === '' ? 0 : 1) + (count === '' ? 0 : 1)
  const width = Math.max(ruler.widthOf(title, 'name'), ruler.widthOf(description, 'text'), countWidth)
  const right = isRight ? x - landmarkGap : x + width
  const top = isRight ? y : y - landmarkGap - lines * 15 + 3
  ink.box(right - width - 4, top - 2, width + 8, lines * 15 + 3, { fill: tokens.canvas, radius: 3, alpha: 0.88 })
  const startOf = (own: number): number => (isRight ? right - own : x)
  let base = top + 10
  ink.text(startOf(ruler.widthOf(title, 'name')), base, title, 'name', words.colour)
  if (description !== '') {
    base += 15
    ink.text(startOf(ruler.widthOf(description, 'text')), base, description, 'text', tokens.fg2)
  }
  if (count === '') return
  base += 15
  ink.text(startOf(countWidth), base, count, 'small', tokens.fg3)
  const running = tokens.phaseText[phases.indexOf('running')]!
  if (live !== '') ink.text(startOf(countWidth) + liveAt, base, live, 'small', running)
}

/** The root keeps its name above the tree, at the beginning of its trunk. */
function paintRoot(ink: Ink, frame: Frame, trunk: number | null): void {
  const { ruler, tokens } = ink
  const { scene } = frame
  const isRight = scene.layout.direction === 'right'
  const { name } = nameAt(scene, 0)
  const all = scene.layout.shape.keys.length - 1
  const words = `${formatCount(all)} ${all === 1 ? 'agent' : 'agents'}`
  const title = ruler.shorten(name, 'name', landmarkRoom)
  const width = ruler.widthOf(title, 'name') + ruler.widthOf(words, 'small') + 45
  const x = isRight && trunk !== null ? trunk : leftOf(frame, 0)
  const y = !isRight && trunk !== null ? trunk - 26 : topOf(frame, 0) - 32
  const code = scene.phase[0]!
  ink.box(x, y, width, 26, { fill: tokens.card, stroke: tokens.line2, radius: 6 })
  ink.glyph(`st-${phases[code]}`, x + 8, y + 6, 14, tokens.phaseShape[code]!)
  ink.text(x + 27, y + 17, title, 'name', tokens.fg1)
  ink.text(x + 33 + ruler.widthOf(title, 'name'), y + 17, words, 'small', tokens.fg3)
}

/** What is selected: a ring, and from far away the whole pack of a landmark. */
export function paintSelection(ink: Ink, frame: Frame, landmarks: ReadonlyMap<number, number>): void {
  const { scene, selected, focused, level, camera } = frame
  const { tokens } = ink
  const { layout } = scene
  if (selected >= 0 && layout.shown[selected] === 1 && !frame.isMounted(selected)) {
    const pack = layout.packs[landmarks.get(selected) ?? -1]
    if (pack) {
      const along = (Math.ceil(pack.count / packRows) * pitchOf(layout.direction).pack - 12) * camera.zoom
      const across = packSpan(frame) - 12 * camera.zoom
      const [width, height] = layout.direction === 'right' ? [along, across] : [across, along]
      ink.box(leftOf(frame, pack.first) - 3, topOf(frame, pack.first) - 5, width + 8, height + 10, {
        fill: tokens.accentTint,
        stroke: tokens.accent,
        width: 1.5,
        radius: 6,
      })
    } else ring(ink, frame, selected, level === 'block' ? 3 : 1, level === 'block' ? 1.5 : 2, 4)
  }
  if (focused >= 0 && layout.shown[focused] === 1 && !frame.isMounted(focused)) ring(ink, frame, focused, 5, 2, 0)
}

function ring(ink: Ink, frame: Frame, i: number, gap: number, width: number, halo: number): void {
  const { tokens } = ink
  const { zoom } = frame.camera
  const w = Math.max(3, nodeWidth * zoom)
  const h = Math.max(2, nodeHeight * zoom)
  const x = leftOf(frame, i)
  const y = topOf(frame, i)
  const radius = frame.level === 'block' ? 3 : frame.level === 'label' ? 6 : 8 * zoom
  if (halo > 0) {
    ink.box(x - gap - halo, y - gap - halo, w + 2 * (gap + halo), h + 2 * (gap + halo), {
      stroke: tokens.accentTint,
      width: halo,
      radius: radius + gap + halo,
    })
  }
  ink.box(x - gap, y - gap, w + 2 * gap, h + 2 * gap, { stroke: tokens.accent, width, radius: radius + gap })
}
