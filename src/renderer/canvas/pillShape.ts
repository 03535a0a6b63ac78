import { formatCount } from '../../shared/formatCount'
import { headerLine, type Pill, pitchOf } from '../layout/blockLayout'
import { childIndexes } from '../layout/treeShape'
import type { Frame } from './frame'
import type { Ink } from './ink'
import type { Scene } from './scene'
import { isLiveCode } from './scene'
import type { Tally } from './tallies'
import { phases } from './tokens'

interface PillPart {
  readonly text: string
  readonly glyph: string | null
  readonly isStrong: boolean
  readonly phase: number
}

export interface PillShape {
  readonly pill: Pill
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly parts: readonly PillPart[]
  /** Too little room for words: only a mark. */
  readonly isMark: boolean
  /** Before the tree, and never further left than the window. */
  readonly isBeside: boolean
}

const running = phases.indexOf('running')
const waiting = phases.indexOf('waiting')
const failed = phases.indexOf('failed')

const widest = 300
const leftmost = 4

/** Thousands may be folded: only those in sight are measured. */
export function pillsInSight({ scene, camera, size, level }: Frame): readonly Pill[] {
  const scale = level === 'card' ? camera.zoom : 1
  return scene.layout.pills.filter((pill) => {
    const x = pill.x * camera.zoom + camera.x
    const y = pill.y * camera.zoom + camera.y
    return x < size.width + widest * scale && x > -widest * scale && y < size.height + 30 * scale && y > -40 * scale
  })
}

export function pillShape({ ruler }: Pick<Ink, 'ruler'>, frame: Frame, pill: Pill): PillShape {
  const { scene, camera, level } = frame
  const scale = level === 'card' ? camera.zoom : 1
  const isRight = scene.layout.direction === 'right'
  const back = pill.kind === 'folded' ? 26 * camera.zoom : 0
  const x = pill.x * camera.zoom + camera.x - (isRight ? back : 0)
  const line = (isRight ? headerLine : 0) * camera.zoom
  const y = pill.y * camera.zoom + camera.y + line - (isRight ? 10 * scale : back)
  // Where rows are lower than words a pill would lie over its neighbours; the root's has room before the tree.
  const isLow = level === 'block' && pitchOf(scene.layout.direction).row * camera.zoom < (isRight ? 22 : 90)
  const isBeside = isLow && isRight && pill.kind === 'rest' && pill.parent === 0 && camera.zoom >= 0.03
  const isMark = isLow && !isBeside
  if (isMark)
    return {
      pill,
      x: pill.x * camera.zoom + camera.x,
      y: pill.y * camera.zoom + camera.y,
      width: 6,
      height: 4,
      scale,
      parts: [],
      ...{ isMark, isBeside },
    }
  const parts = partsOf(scene, pill, level === 'block')
  const width = parts.reduce((sum, part) => sum + partWidth(ruler, part) + 6, 24) - 1
  const place = isBeside ? Math.max(leftmost, x - width - 8) : x
  return { pill, x: place, y, width: width * scale, height: 20 * scale, scale, parts, isMark, isBeside }
}

/** The root's pill, where it stands beside the tree: it stays in the window while the tree moves on. Null: there is none, or it is out of sight. */
export function besidePill(ink: Pick<Ink, 'ruler'>, frame: Frame): PillShape | null {
  if (frame.level !== 'block') return null
  const pill = pillsInSight(frame).find(({ kind, parent }) => kind === 'rest' && parent === 0)
  const shape = pill && pillShape(ink, frame, pill)
  return shape?.isBeside ? shape : null
}

export function partWidth(ruler: Ink['ruler'], part: PillPart): number {
  return (part.glyph === null ? 0 : 15) + ruler.widthOf(part.text, part.isStrong ? 'smallName' : 'small')
}

function partsOf(scene: Scene, pill: Pill, isShort: boolean): readonly PillPart[] {
  const { running: live, waiting: need } = tallyOf(scene, pill)
  const plain = { glyph: null, isStrong: false, phase: -1 }
  const parts: PillPart[] =
    pill.kind === 'rest'
      ? [{ ...plain, text: `+${formatCount(pill.count)} more`, isStrong: true }]
      : [{ ...plain, text: formatCount(pill.count) }]
  const say = (count: number, phase: number, word: string): void => {
    if (count > 0)
      parts.push({
        text: isShort && pill.kind === 'folded' ? formatCount(count) : `${formatCount(count)} ${word}`,
        glyph: `st-${phases[phase]}`,
        isStrong: false,
        phase,
      })
  }
  say(live, running, 'running')
  say(need, waiting, need === 1 ? 'needs you' : 'need you')
  return parts
}

/** What is behind a pill. */
export function tallyOf(scene: Scene, { kind, parent }: Pill): Readonly<Tally> {
  const { tallies } = scene
  if (kind === 'folded')
    return { running: tallies.running[parent]!, waiting: tallies.waiting[parent]!, failed: tallies.failed[parent]! }
  const known = tallies.rest.get(parent)
  if (known) return known
  const sum = tallyRest(scene, parent)
  tallies.rest.set(parent, sum)
  return sum
}

function tallyRest({ layout, phase, tallies }: Scene, parent: number): Tally {
  const sum = { running: 0, waiting: 0, failed: 0 }
  for (const child of childIndexes(layout.shape, parent)) {
    if (layout.folding.cut[child] === 0) continue
    sum.running += tallies.running[child]! + (isLiveCode(phase[child]!) ? 1 : 0)
    sum.waiting += tallies.waiting[child]! + (phase[child] === waiting ? 1 : 0)
    sum.failed += tallies.failed[child]! + (phase[child] === failed ? 1 : 0)
  }
  return sum
}

/** A collapsed subtree's glyph is its loudest. */
export function loudestOf(scene: Scene, pill: Pill): number {
  const tally = tallyOf(scene, pill)
  return tally.waiting > 0 ? waiting : tally.running > 0 ? running : tally.failed > 0 ? failed : -1
}
