import { phaseGroup } from '../../shared/phaseWord'
import type { AgentView } from '../../shared/views'
import { nodeHeight, nodeWidth } from '../layout/blockLayout'
import { visitBox } from '../layout/rowIndex'
import { type Frame, leftOf, seen, topOf } from './frame'
import type { Ink } from './ink'
import { plateLook } from './paintLabels'
import { activityLine, contextFill, elapsedWords, metaWords, phaseWords } from './phaseWords'
import { descriptionOf, nameAt } from './scene'
import { phases } from './tokens'

/** Cards where there are no elements: in a picture that is exported, and beyond what the page can hold. */
export function paintCards(ink: Ink, frame: Frame): void {
  visitBox(frame.scene.index, seen(frame), (i) => {
    const agent = frame.scene.agents.get(frame.scene.layout.shape.keys[i]!)
    if (!agent || frame.isMounted(i)) return
    ink.faded(frame.scene.dimmed?.[i] === 1 ? 0.3 : 1, () =>
      ink.scaled(leftOf(frame, i), topOf(frame, i), frame.camera.zoom, () => paintCard(ink, frame, i, agent)),
    )
  })
}

function paintCard(ink: Ink, frame: Frame, i: number, agent: AgentView): void {
  const { tokens, ruler } = ink
  const code = frame.scene.phase[i]!
  const group = phaseGroup(phases[code]!)
  ink.box(0, 0, nodeWidth, nodeHeight, plateLook(tokens, phases[code]!, i === frame.hovered, 8))
  paintHead(ink, frame, i, agent)
  const isBright = group === 'live' || group === 'need' || group === 'fail'
  const prose = isBright ? tokens.fg1 : group === 'done' || group === 'cut' ? tokens.fg3 : tokens.fg2
  for (const [n, line] of ruler.wrap(descriptionOf(frame.scene, i), 'text', nodeWidth - 22, 2).entries())
    ink.text(11, 40 + n * 16, line, 'text', prose)
  const { strong, rest } = activityLine(agent)
  ink.box(7, 62, nodeWidth - 14, 18, { fill: group === 'need' ? tokens.needLine : tokens.inset, radius: 3 })
  const shownStrong = ruler.shorten(strong, 'mono', nodeWidth - 24)
  const strongWidth = ruler.widthOf(shownStrong, 'mono')
  const quiet = group === 'need' || group === 'fail' ? tokens.phaseText[code]! : tokens.fg3
  ink.text(11, 75, shownStrong, 'mono', isBright ? (group === 'live' ? tokens.fg1 : quiet) : tokens.fg2)
  ink.text(11 + strongWidth, 75, ruler.shorten(rest, 'mono', nodeWidth - 24 - strongWidth), 'mono', quiet)
  paintMeta(ink, agent, frame)
  ink.block(3, 101, nodeWidth - 6, 2, tokens.line1, 1)
  ink.block(3, 101, (nodeWidth - 6) * (contextFill(agent) ?? 0), 2, tokens.fg3, 1)
}

function paintHead(ink: Ink, frame: Frame, i: number, agent: AgentView): void {
  const { tokens, ruler } = ink
  const code = frame.scene.phase[i]!
  const words = phaseWords(agent, frame.nowMs, frame.still)
  const wordsWidth = ruler.widthOf(words, 'small')
  const { name, number } = nameAt(frame.scene, i)
  const numberWidth = number === '' ? 0 : ruler.widthOf(number, 'name') + 4
  const colour = tokens.hues[frame.scene.hue[i]!]!
  const shown = ruler.shorten(name, 'name', nodeWidth - 22 - 21 - 6 - wordsWidth - numberWidth)
  ink.glyph(`st-${phases[code]!}`, 10, 9, 16, tokens.phaseShape[code]!)
  ink.text(32, 21, shown, 'name', colour)
  if (number !== '') ink.text(36 + ruler.widthOf(shown, 'name'), 21, number, 'name', colour)
  ink.text(nodeWidth - 11 - wordsWidth, 21, words, 'small', tokens.phaseText[code]!)
}

function paintMeta(ink: Ink, agent: AgentView, { nowMs, still }: Frame): void {
  const { tokens, ruler } = ink
  const { first, tools, tokens: count, cost } = metaWords(agent)
  let right = nodeWidth - 11
  const put = (text: string, colour: string, glyph: string | null = null): void => {
    if (text === '') return
    right -= ruler.widthOf(text, 'small')
    ink.text(right, 95, text, 'small', colour)
    if (glyph !== null) {
      right -= 14
      ink.glyph(glyph, right, 85, 12, colour)
    }
    right -= 7
  }
  put(cost, tokens.fg3)
  put(count, tokens.fg3)
  put(tools, tokens.fg3, 'k-bash')
  put(elapsedWords(agent, nowMs, still), tokens.fg2)
  ink.text(11, 95, ruler.shorten(first, 'small', right - 11), 'small', tokens.fg3)
}
