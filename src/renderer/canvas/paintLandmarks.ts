import { formatCount } from '../../shared/formatCount'
import { nodeHeight, nodeWidth, pitchOf } from '../layout/blockLayout'
import { type Frame, leftOf, topOf } from './frame'
import type { Ink } from './ink'
import { descriptionOf, nameAt } from './scene'
import { phases } from './tokens'

const widest = 150

/** The packs whose parents keep their names from far away, by parent. */
export function landmarksOf(frame: Frame): ReadonlyMap<number, number> {
  const { layout } = frame.scene
  const found = new Map<number, number>()
  if (layout.direction === 'down') return found
  const height = 8 * pitchOf('right').row * frame.camera.zoom
  if (frame.level !== 'block' || height < 15) return found
  for (const [n, { parent }] of layout.packs.entries()) if (!found.has(parent)) found.set(parent, n)
  return found
}

export function paintLandmarks(ink: Ink, frame: Frame, landmarks: ReadonlyMap<number, number>): void {
  const { scene, camera, size } = frame
  const height = 8 * pitchOf('right').row * camera.zoom
  for (const [parent, pack] of landmarks) {
    const first = scene.layout.packs[pack]!.first
    const right = leftOf(frame, first) - 11
    const top = topOf(frame, first)
    if (right < -20 || right - widest > size.width || top > size.height || top + height < 0) continue
    paintLandmark(ink, frame, parent, right, top, height)
  }
  if (!landmarks.has(0)) paintRoot(ink, frame)
}

function paintLandmark(ink: Ink, frame: Frame, parent: number, right: number, top: number, height: number): void {
  const { ruler, tokens } = ink
  const { scene } = frame
  const { name, number } = nameAt(scene, parent)
  const digits = number === '' ? '' : ` ${number}`
  const title = `${ruler.shorten(name, 'name', widest - ruler.widthOf(digits, 'name'))}${digits}`
  const running = scene.tallies.running[parent]!
  const count = formatCount(scene.layout.shape.end[parent]! - parent - 1)
  const live = running > 0 ? `${formatCount(running)} running` : ''
  const description = height >= 46 ? ruler.shorten(descriptionOf(scene, parent), 'text', widest) : ''
  const lines = 1 + (description === '' ? 0 : 1) + (height >= 31 ? 1 : 0)
  const counts = live === '' ? count : `${count} · `
  const countWidth = ruler.widthOf(counts, 'small') + ruler.widthOf(live, 'small')
  const width = Math.max(ruler.widthOf(title, 'name'), ruler.widthOf(description, 'text'), lines > 1 ? countWidth : 0)
  ink.box(right - width - 4, top - 2, width + 8, lines * 15 + 3, { fill: tokens.canvas, radius: 3, alpha: 0.88 })
  let base = top + 10
  ink.text(right - ruler.widthOf(title, 'name'), base, title, 'name', tokens.hues[scene.hue[parent]!]!)
  if (description !== '') {
    base += 15
    ink.text(right - ruler.widthOf(description, 'text'), base, description, 'text', tokens.fg2)
  }
  if (lines < 2 || height < 31) return
  base += 15
  ink.text(right - countWidth, base, counts, 'small', tokens.fg3)
  if (live !== '')
    ink.text(right - ruler.widthOf(live, 'small'), base, live, 'small', tokens.phaseText[phases.indexOf('running')]!)
}

/** The root keeps its name above the tree. */
function paintRoot(ink: Ink, frame: Frame): void {
  const { ruler, tokens } = ink
  const { scene } = frame
  if (scene.layout.shape.keys.length === 0) return
  const { name } = nameAt(scene, 0)
  const all = scene.layout.shape.keys.length - 1
  const words = `${formatCount(all)} ${all === 1 ? 'agent' : 'agents'}`
  const title = ruler.shorten(name, 'name', widest)
  const width = ruler.widthOf(title, 'name') + ruler.widthOf(words, 'small') + 45
  const x = leftOf(frame, 0)
  const y = topOf(frame, 0) - 32
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
      const columns = Math.ceil(pack.count / 8)
      const width = (columns * pitchOf('right').pack - 12) * camera.zoom
      const height = (8 * pitchOf('right').row - 12) * camera.zoom
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
