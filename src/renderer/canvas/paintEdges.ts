import { type Layout, nodeHeight, nodeWidth, type Pack } from '../layout/blockLayout'
import { parentsCrossing, type RowRange } from '../layout/rowIndex'
import { type Frame, leftOf, lineage, seenRows, topOf } from './frame'
import type { Ink, LineLook, Pen } from './ink'
import { paintFarEdges } from './paintFarEdges'
import { pillsInSight } from './pillShape'
import { isBackground, isContinued, isGuess, isLiveCode } from './scene'
import { edgeEnds, traceEdge, turnedPen } from './traceEdge'

/** One drawing per look: a stroke for every edge would cost as much as all of them. */
interface Bundle {
  readonly look: LineLook
  readonly order: number
  readonly draws: ((pen: Pen) => void)[]
}

const tiniest = 0.03
const farthest = 0.3

/** `trunk`: where the root's lies, if not where it would. */
export function paintEdges(ink: Ink, frame: Frame, trunk: number | null): void {
  const { scene, camera } = frame
  if (camera.zoom < tiniest) return
  const rows = seenRows(frame)
  const { layout } = scene
  const path = frame.selected >= 0 ? lineage(scene, frame.selected) : nobody
  const hovered = frame.hovered >= 0 ? lineage(scene, frame.hovered) : nobody
  if (camera.zoom < farthest) paintFarEdges(ink, frame, path, trunk)
  else {
    const bundles = new Map<string, Bundle>()
    const add = (parent: number, child: number): void =>
      addEdge(ink, frame, bundles, parent, child, path.has(child), hovered.has(child))
    for (const parent of parentsCrossing(scene.index, rows)) {
      for (const child of edgesOf(layout, parent, rows)) add(parent, child)
    }
    for (const child of new Set([...path, ...hovered])) {
      const parent = layout.shape.parent[child]!
      if (parent >= 0 && isBelow(layout, child, rows)) add(parent, child)
    }
    paintBundles(ink, frame, [...bundles.values()])
  }
  for (const pack of layout.packs) {
    const first = layout.row[pack.first]!
    if (first < rows.to + 8 && first + 8 > rows.from) paintBracket(ink, frame, pack, path, hovered)
  }
  paintPillEdges(ink, frame)
  if (scene.forkedFrom !== null) paintForkHead(ink, frame)
}

const nobody: ReadonlySet<number> = new Set()

/** The lines to those who stand below what is seen run through it on top of one another: the first of them is enough. */
function edgesOf(layout: Layout, parent: number, rows: RowRange): number[] {
  const found: number[] = []
  for (let child = parent + 1; child < layout.shape.end[parent]!; child = layout.shape.end[child]!) {
    if (layout.shown[child] === 0 || layout.packOf[child]! >= 0 || layout.row[child]! < rows.from - 1) continue
    found.push(child)
    if (layout.row[child]! > rows.to) break
  }
  return found
}

/** On a path, and not the first below what is seen: its line looks different from the one that was painted for it. */
function isBelow(layout: Layout, child: number, rows: RowRange): boolean {
  return layout.shown[child] === 1 && layout.packOf[child]! < 0 && layout.row[child]! > rows.to
}

function paintBundles(ink: Ink, { scene }: Frame, bundles: Bundle[]): void {
  for (const { look, draws } of bundles.sort((a, b) => a.order - b.order)) {
    ink.lines(look, (pen) => {
      const own = scene.layout.direction === 'right' ? pen : turnedPen(pen)
      for (const draw of draws) draw(own)
    })
  }
}

function addEdge(
  ink: Ink,
  frame: Frame,
  bundles: Map<string, Bundle>,
  parent: number,
  child: number,
  isPath: boolean,
  isHovered: boolean,
): void {
  const { scene, camera } = frame
  const edge = scene.edge[child]!
  const isLive = isLiveCode(scene.phase[child]!)
  const isDim = scene.dimmed?.[child] === 1 && !leadsToMatch(scene.dimmed, scene.layout.shape.end[child]!, child)
  const isOn = isHovered || frame.hoveredEdge === child
  const dashing = edge & (isBackground | isGuess)
  const name = `${isPath ? 'p' : isLive ? 'l' : 'r'}${dashing}${isOn ? 'h' : ''}${isDim ? 'd' : ''}`
  const bundle = bundles.get(name) ?? {
    look: lookOf(ink, isPath, isLive, dashing, isOn, isDim),
    order: isPath ? 2 : isLive ? 1 : 0,
    draws: [],
  }
  bundles.set(name, bundle)
  const ends = edgeEnds(frame, parent, child)
  if ((edge & isContinued) !== 0) {
    bundle.draws.push(
      (pen) => traceEdge(pen, ends, camera.zoom, -1.75),
      (pen) => traceEdge(pen, ends, camera.zoom, 1.75),
    )
  } else bundle.draws.push((pen) => traceEdge(pen, ends, camera.zoom))
}

function leadsToMatch(dimmed: Uint8Array, end: number, from: number): boolean {
  for (let i = from; i < end; i++) if (dimmed[i] === 0) return true
  return false
}

function lookOf({ tokens }: Ink, isPath: boolean, isLive: boolean, dashing: number, isOn: boolean, isDim: boolean): LineLook {
  const stroke = isPath ? tokens.accent : isOn ? tokens.fg2 : isLive ? tokens.lineLive : tokens.line3
  const width = isPath || isOn ? 1.75 : 1.25
  const alpha = isDim ? 0.25 : 1
  if ((dashing & isBackground) !== 0) return { stroke, width: 2, dash: [0.1, 5], isRound: true, alpha }
  return (dashing & isGuess) !== 0 ? { stroke, width, dash: [6, 4], alpha } : { stroke, width, alpha }
}

/** Instead of an edge to each of a pack: one stub and a bracket along it. */
function paintBracket(ink: Ink, frame: Frame, pack: Pack, path: ReadonlySet<number>, hovered: ReadonlySet<number>): void {
  const { scene, camera, level } = frame
  const { layout } = scene
  const isRight = layout.direction === 'right'
  const zoom = camera.zoom
  const across = isRight ? topOf : leftOf
  const along = isRight ? leftOf : topOf
  const size = (isRight ? nodeHeight : nodeWidth) * zoom
  const last = packEnd(frame, pack)
  const near = across(frame, pack.first) + (level === 'block' ? 0 : 4)
  const far = across(frame, last) + size - (level === 'block' ? 0 : 4)
  const front = along(frame, pack.first)
  const line = level === 'block' ? front - 6 : front - 22 * zoom
  const arm = Math.min(4, (far - near) / 2)
  const isPath =
    path.has(pack.parent) && (frame.selected === pack.parent || (frame.selected >= pack.first && frame.selected <= pack.last))
  const stroke = isPath ? ink.tokens.accent : hovered.has(pack.parent) ? ink.tokens.fg2 : ink.tokens.line3
  const ends = edgeEnds(frame, pack.parent, pack.first)
  ink.lines({ stroke, width: isPath ? 1.75 : 1.25 }, (plain) => {
    const pen = isRight ? plain : turnedPen(plain)
    if (level !== 'block') traceStub(pen, ends.fromAlong, ends.fromAcross, line, Math.max(near + arm, ends.toAcross))
    pen.moveTo(line + arm, near)
    pen.quadraticCurveTo(line, near, line, near + arm)
    pen.lineTo(line, far - arm)
    pen.quadraticCurveTo(line, far, line + arm, far)
  })
}

/** From the parent's header line to the bracket, and along the way where the pack stands below. */
function traceStub(pen: Pen, fromAlong: number, fromAcross: number, line: number, toAcross: number): void {
  pen.moveTo(fromAlong, fromAcross)
  pen.lineTo(line, fromAcross)
  if (toAcross - fromAcross > 1) pen.lineTo(line, toAcross)
}

/** The last agent of a pack's first column: packs are eight rows at most. */
function packEnd({ scene }: Frame, pack: Pack): number {
  let lowest = pack.first
  let seen = 0
  for (let i = pack.first; i <= pack.last && seen < 8; i++) {
    if (scene.layout.packOf[i] !== scene.layout.packOf[pack.first]) continue
    lowest = i
    seen++
  }
  return lowest
}

function paintPillEdges(ink: Ink, frame: Frame): void {
  const { scene, camera } = frame
  const isRight = scene.layout.direction === 'right'
  if (camera.zoom < farthest) return
  ink.lines({ stroke: ink.tokens.line3, width: 1.25 }, (plain) => {
    const pen = isRight ? plain : turnedPen(plain)
    for (const pill of pillsInSight(frame)) {
      const ends = edgeEnds(frame, pill.parent, pill.parent)
      const toAlong = (isRight ? pill.x : pill.y) * camera.zoom + (isRight ? camera.x : camera.y)
      const toAcross = (isRight ? pill.y : pill.x) * camera.zoom + (isRight ? camera.y : camera.x) + 17 * camera.zoom
      traceEdge(pen, { ...ends, toAlong: toAlong - (pill.kind === 'folded' ? 26 * camera.zoom : 0), toAcross }, camera.zoom)
    }
  })
}

/** The run was forked from another one: an arrow head, 5 px, into its root. */
function paintForkHead(ink: Ink, frame: Frame): void {
  const { scene, camera } = frame
  const isRight = scene.layout.direction === 'right'
  const along = isRight ? leftOf(frame, 0) : topOf(frame, 0)
  const across = (isRight ? topOf(frame, 0) : leftOf(frame, 0)) + 17 * camera.zoom
  ink.lines({ stroke: ink.tokens.line3, width: 1.25 }, (plain) => {
    const pen = isRight ? plain : turnedPen(plain)
    pen.moveTo(along - 28, across)
    pen.lineTo(along - 1, across)
    pen.moveTo(along - 7, across - 5)
    pen.lineTo(along - 1, across)
    pen.lineTo(along - 7, across + 5)
  })
}
