import { create } from 'zustand'
import type { AgentKey, RunUri } from '../../shared/ids'
import { treeStandstill } from '../drive/standstill'
import { useDrive } from '../drive/useDrive'
import { nodeHeight, nodeWidth } from '../layout/blockLayout'
import type { Fold } from '../layout/foldTree'
import { type Box, visitBox } from '../layout/rowIndex'
import type { ForestView } from '../store/applyForestFrame'
import { useForest } from '../store/forest'
import { useNow } from '../store/now'
import { useTold } from '../store/told'
import { useTypeColours } from '../store/typeColours'
import { useUi } from '../store/ui'
import { isHandAtWork } from '../window/handAtWork'
import { viewOf } from './camera'
import { easeInOut, isStill } from './easeInOut'
import type { Slide } from './frame'
import { dimScene, type Match, matchOf } from './matchesOf'
import { freshenScene, rehueScene, type Scene, sceneOf } from './scene'
import { slideOf } from './slideOf'
import { useCamera } from './useCamera'

interface SceneState {
  readonly scene: Scene | null
  readonly slide: Slide | null
  /** Grows when something in the scene changed, in place or not. */
  readonly touched: number
  /** Grows when agents only have other words and numbers. */
  readonly said: number
  /** Too much happens at once for anything to slide or fade. */
  readonly isBusy: boolean
  /** Made of the first portions of a snapshot; more is on its way. */
  readonly isPartial: boolean
}

export const useScene = create<SceneState>(() => ({
  scene: null,
  slide: null,
  touched: 0,
  said: 0,
  isBusy: false,
  isPartial: false,
}))

const noFolds: Readonly<Record<string, Fold>> = {}
const slideMs = 200
const busyPerSecond = 20
const portionMs = 250
/** Who moves the picture looks at what is there. */
const portionWhileMovedMs = 1000
let late: ReturnType<typeof setTimeout> | undefined
let slideFrame = 0
let wanted = 0
const rebuilds: number[] = []
/** Whom a hand has just folded or unfolded: he stays under the hand. */
let held: AgentKey | null = null

/** Keeps the scene in step with the forest, the folds, the filter and the direction. */
export function keepScene(): () => void {
  const ends = [
    useForest.subscribe((forest, before) => takeForest(forest, before)),
    useUi.subscribe((ui, before) => {
      if (ui.folds !== before.folds || ui.filter.showsHidden !== before.filter.showsHidden) rebuild()
      else if (ui.filter !== before.filter) refilter()
    }),
    useTold.subscribe((told, before) => {
      if (told.settings.direction !== before.settings.direction) rebuild()
    }),
    useDrive.subscribe((drive, before) => {
      const { run } = useForest.getState()
      if (run !== null && drive.standstills.get(run) !== before.standstills.get(run)) rebuild()
    }),
    useTypeColours.subscribe(() => {
      const { scene } = useScene.getState()
      if (scene && rehueScene(scene)) useScene.setState(({ touched }) => ({ touched: touched + 1 }))
    }),
  ]
  rebuild()
  return () => {
    cancelAnimationFrame(wanted)
    cancelAnimationFrame(slideFrame)
    clearTimeout(late)
    late = undefined
    wanted = 0
    for (const end of ends) end()
  }
}

function takeForest(forest: ForestView, before: ForestView): void {
  if (forest.run !== before.run || forest.agents !== before.agents) return rebuild()
  if (forest.structure !== before.structure || forest.row?.title !== before.row?.title) return rebuildSoon()
  const { scene } = useScene.getState()
  if (!scene || wanted !== 0) return
  const { isToFold, isToPaint, isAnyHere } = freshenScene(scene, forest.changed)
  if (isToFold) return rebuildSoon()
  // Those of a later portion have no place yet: nothing that is painted says anything of them.
  if (!isAnyHere) return
  const isFiltered = refreshMatches(scene, forest.changed)
  useScene.setState(({ touched, said }) => (isToPaint || isFiltered ? { touched: touched + 1 } : { said: said + 1 }))
}

function matchNow({ isPaused }: Scene): Match | null {
  return matchOf(useUi.getState().filter, useNow.getState().nowMs, isPaused)
}

function refreshMatches(scene: Scene, changed: readonly AgentKey[]): boolean {
  const match = matchNow(scene)
  if (!match || !scene.dimmed) return false
  for (const key of changed) {
    const i = scene.layout.shape.indexOf.get(key)
    const agent = scene.agents.get(key)
    if (i !== undefined && agent) scene.dimmed[i] = match(agent) ? 0 : 1
  }
  return true
}

/** Many arrive at once: one layout for all of them, before the next picture; while a snapshot comes in portions, four a second, fewer under a hand. */
function rebuildSoon(): void {
  const isWaiting = !useForest.getState().isWhole && useScene.getState().scene !== null
  if (isWaiting) late ??= setTimeout(rebuild, isHandAtWork() ? portionWhileMovedMs : portionMs)
  else if (wanted === 0) wanted = requestAnimationFrame(rebuild)
}

function rebuild(): void {
  cancelAnimationFrame(wanted)
  clearTimeout(late)
  late = undefined
  wanted = 0
  const forest = useForest.getState()
  const { scene: old, isPartial } = useScene.getState()
  const before = old !== null && old.run === forest.run ? old : null
  // What was shown stays until there is the whole of something new.
  const isOlderBetter = before !== null && !isPartial && !forest.isWhole
  if (forest.root === null || !forest.agents.has(forest.root) || isOlderBetter) {
    stopSlide()
    if (!before) useScene.setState(({ touched }) => ({ scene: null, slide: null, touched: touched + 1 }))
    return
  }
  const { folds, filter } = useUi.getState()
  const view = seenBox()
  const fresh = sceneOf(forest, {
    direction: useTold.getState().settings.direction,
    chosen: (forest.run === null ? undefined : folds[forest.run]) ?? noFolds,
    showsHidden: filter.showsHidden,
    isPaused: treeStandstill().sinceMs !== null,
    before,
    anchor: before && anchorOf(before, view),
    isRoomy: before ? keptRoomy(before, view) : () => false,
  })
  const scene = { ...fresh, dimmed: dimScene(fresh, matchNow(fresh)) }
  const isBusy = countRebuild() > busyPerSecond
  const slide = before && !isPartial && !isStill() && !isBusy ? slideOf(before, scene, wider(view)) : null
  held = null
  useScene.setState(({ touched }) => ({ scene, slide, isBusy, isPartial: !forest.isWhole, touched: touched + 1 }))
  stopSlide()
  if (slide) runSlide(slide)
}

/** How many there were within a second. */
function countRebuild(): number {
  const now = performance.now()
  rebuilds.push(now)
  while (rebuilds.length > 0 && rebuilds[0]! < now - 1000) rebuilds.shift()
  return rebuilds.length
}

function seenBox(): Box {
  const { camera, size } = useCamera.getState()
  return viewOf(camera, size)
}

/** Edges lead a little out of sight: those at their ends slide, too. */
function wider({ left, top, right, bottom }: Box): Box {
  const width = right - left
  const height = bottom - top
  return { left: left - width, top: top - height, right: right + width, bottom: bottom + height }
}

/** Whom a hand holds, else the selected agent if it is in sight, else the topmost one: it stays where it is on the screen. */
function anchorOf({ layout, index }: Scene, view: Box): { key: AgentKey; x: number; y: number } | null {
  const wanted = held ?? useUi.getState().selected
  const chosen = wanted === null ? undefined : layout.shape.indexOf.get(wanted)
  let best = -1
  visitBox(index, view, (i) => {
    if (i === chosen) best = i
    if (best === chosen && chosen !== undefined) return
    const isWhole = layout.y[i]! >= view.top && layout.x[i]! >= view.left
    if (best < 0 || (isWhole && (layout.y[best]! < view.top || layout.x[best]! < view.left))) best = i
  })
  return best < 0 ? null : { key: layout.shape.keys[best]!, x: layout.x[best]!, y: layout.y[best]! }
}

/** Room that a subtree kept in store is given back when it is done and out of sight, not before. */
function keptRoomy({ layout }: Scene, view: Box): (key: AgentKey) => boolean {
  return (key) => {
    const i = layout.shape.indexOf.get(key)
    if (i === undefined || layout.rows[i]! <= 8 || layout.shown[i] === 0) return false
    const isRight = layout.direction === 'right'
    const near = isRight ? layout.y[i]! : layout.x[i]!
    const far = near + layout.rows[i]! * (isRight ? nodeHeight + 12 : nodeWidth + 12)
    return near < (isRight ? view.bottom : view.right) && far > (isRight ? view.top : view.left)
  }
}

function stopSlide(): void {
  cancelAnimationFrame(slideFrame)
}

function runSlide(slide: Slide): void {
  const begin = performance.now()
  const step = (now: number): void => {
    const share = Math.max(0, (now - begin) / slideMs)
    if (share >= 1) return useScene.setState(({ touched }) => ({ slide: null, touched: touched + 1 }))
    useScene.setState({ slide: { ...slide, left: 1 - easeInOut(share) } })
    slideFrame = requestAnimationFrame(step)
  }
  slideFrame = requestAnimationFrame(step)
}

function refilter(): void {
  const { scene } = useScene.getState()
  if (scene)
    useScene.setState(({ touched }) => ({
      scene: { ...scene, dimmed: dimScene(scene, matchNow(scene)) },
      touched: touched + 1,
    }))
}

/** `holder`: the agent under the hand. */
export function setFold(run: RunUri, name: string, fold: Fold, holder: AgentKey): void {
  held = holder
  useUi.setState(({ folds }) => ({ folds: { ...folds, [run]: { ...folds[run], [name]: fold } } }))
}
