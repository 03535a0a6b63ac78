import { phaseGroup, phaseWord } from '../../shared/phaseWord'
import type { ShownPhase } from '../../shared/shownPhase'
import { visitBox } from '../layout/rowIndex'
import { boxHeight, boxWidth, type Frame, leftOf, seen, topOf } from './frame'
import type { BoxLook, Ink } from './ink'
import { elapsedWords, sinceWords } from './phaseWords'
import { descriptionOf, nameAt } from './scene'
import { phases, type Tokens } from './tokens'

/** Plates for what is too small for a card: the text keeps its size, the lines drop from the bottom as the box shrinks. */
export function paintLabels(ink: Ink, frame: Frame): void {
  visitBox(frame.scene.index, seen(frame), (i) => {
    if (frame.isMounted(i)) return
    const isDim = frame.scene.dimmed?.[i] === 1
    const fading = frame.slide?.fresh[i] === 1 ? 1 - frame.slide.left : 1
    ink.faded((isDim ? 0.3 : 1) * fading, () => paintLabel(ink, frame, i))
  })
}

export function paintLabel(ink: Ink, frame: Frame, i: number): void {
  const { scene } = frame
  const agent = scene.agents.get(scene.layout.shape.keys[i]!)
  if (!agent) return
  const shown = phases[scene.phase[i]!]!
  const x = leftOf(frame, i)
  const y = topOf(frame, i)
  const width = boxWidth(frame)
  const height = boxHeight(frame)
  ink.box(x, y, width, height, plateLook(ink.tokens, shown, i === frame.hovered))
  const lines = height >= 76 ? 4 : height >= 60 ? 3 : height >= 40 ? 2 : 1
  const base = y + (height - lines * 16) / 2 + 12
  paintName(ink, frame, i, x + 8, base, width - 15)
  if (lines >= 2) paintPhase(ink, frame, i, x + 8, base + 16, width - 15)
  if (lines < 3) return
  const isQuiet = ['done', 'cut'].includes(phaseGroup(shown))
  const colour = isQuiet ? ink.tokens.fg3 : ['live', 'need', 'fail'].includes(phaseGroup(shown)) ? ink.tokens.fg1 : ink.tokens.fg2
  const texts = ink.ruler.wrap(descriptionOf(scene, i), 'text', width - 15, lines - 2)
  for (const [n, line] of texts.entries()) ink.text(x + 8, base + 32 + n * 16, line, 'text', colour)
}

function paintName(ink: Ink, frame: Frame, i: number, x: number, base: number, width: number): void {
  const { scene } = frame
  const { name, number } = nameAt(scene, i)
  const { ruler, tokens } = ink
  const code = scene.phase[i]!
  const glyph = boxWidth(frame) < 90 ? 14 : 16
  ink.glyph(`st-${phases[code]}`, x - 1, base - 4 - glyph / 2, glyph, tokens.phaseShape[code]!)
  const colour = tokens.hues[scene.hue[i]!]!
  const digits = boxWidth(frame) < 96 || number === '' ? '' : number
  const digitsWidth = digits === '' ? 0 : ruler.widthOf(digits, 'name') + 3
  const word = ruler.shorten(name, 'name', width - glyph - 5 - digitsWidth)
  ink.text(x + glyph + 5, base, word, 'name', colour)
  if (digits !== '') ink.text(x + glyph + 8 + ruler.widthOf(word, 'name'), base, digits, 'name', colour)
}

function paintPhase(ink: Ink, frame: Frame, i: number, x: number, base: number, width: number): void {
  const { ruler, tokens } = ink
  const { scene, nowMs, still } = frame
  const agent = scene.agents.get(scene.layout.shape.keys[i]!)!
  const code = scene.phase[i]!
  const word = phaseWord(phases[code]!)
  const since = sinceWords(agent, nowMs, still) || elapsedWords(agent, nowMs, still)
  const wanted = since === '' ? 0 : ruler.widthOf(since, 'small') + 4
  // Neither is ever cut: what has no room is left out.
  const timeWidth = ruler.widthOf(word, 'small') + wanted <= width ? wanted : 0
  const shown = ruler.shorten(word, 'small', width - timeWidth)
  const isLoud = ['live', 'need', 'fail'].includes(phaseGroup(phases[code]!))
  ink.text(x, base, shown, 'small', isLoud ? tokens.phaseText[code]! : tokens.fg3)
  if (timeWidth > 0) ink.text(x + ruler.widthOf(shown, 'small') + 4, base, since, 'small', tokens.fg3)
}

/** The dressing of a box, the same for plates and cards. */
export function plateLook(tokens: Tokens, phase: ShownPhase, isHovered: boolean, radius = 6): BoxLook {
  const fill = isHovered ? tokens.hover : tokens.card
  switch (phaseGroup(phase)) {
    case 'need':
      return { fill: tokens.needTint, stroke: tokens.phaseShape[phases.indexOf('waiting')]!, radius }
    case 'fail':
      return { fill, stroke: tokens.failBorder, radius }
    case 'done':
    case 'cut':
      return { fill: isHovered ? tokens.hover : tokens.panel, stroke: isHovered ? tokens.line3 : tokens.line1, radius }
    case 'lost':
      if (phase === 'unknown')
        return { fill: isHovered ? tokens.hover : tokens.canvas, stroke: tokens.line2, radius, dash: [3, 3] }
      return { fill: isHovered ? tokens.hover : tokens.panel, stroke: isHovered ? tokens.line3 : tokens.line1, radius }
    case 'live':
      return { fill, stroke: isHovered ? tokens.line3 : tokens.line2, radius }
    default:
      return phase as never satisfies never
  }
}
