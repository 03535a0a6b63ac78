import type { AgentKey } from '../../shared/ids'
import { useForest } from '../store/forest'
import { useUi } from '../store/ui'
import { type Camera, reveal, type Size, viewOf } from './camera'
import { boxOf, firstCamera, fitTree, latestOf, margin, revealAgent } from './fitCamera'
import { flyTo, setCamera, useCamera, wantedCamera } from './useCamera'
import { useScene } from './useScene'

const pauseMs = 400

/** The camera's own life: the first view of a run, fit, follow, and what is asked to be revealed. */
export function keepCamera(): () => void {
  let shownRun: string | null = null
  let begun: Camera | null = null
  const begin = (): void => {
    const { scene } = useScene.getState()
    const { free } = useCamera.getState()
    if (!scene || free.width === 0 || shownRun === scene.run) return
    shownRun = scene.run
    setCamera(firstCamera(scene, free))
    begun = useCamera.getState().camera
    const { revealed, selected } = useUi.getState()
    if (revealed && revealed.key === selected) revealAgent(revealed.key)
  }
  const follower = keepFollowing()
  const ends = [
    useScene.subscribe(({ scene, isPartial }, before) => {
      if (scene?.layout === before.scene?.layout) return
      // What was shown of the first portions was a guess.
      if (before.isPartial && !isPartial && useUi.getState().camera === 'follow') shownRun = null
      begin()
      if (useUi.getState().camera === 'fit') fitTree()
      else follower.look()
    }),
    useCamera.subscribe((state, before) => {
      if (state.free === before.free) return
      // A window may be of no size yet when the run is first shown: until somebody moves, that view was no choice.
      if (useUi.getState().camera === 'follow' && state.camera === begun) shownRun = null
      begin()
      if (before.free.width > 0 && useUi.getState().camera === 'fit') fitTree()
      else if (state.free.width < before.free.width) uncover(before.free)
    }),
    useForest.subscribe((forest, before) => {
      if (forest.seq !== before.seq && forest.run === shownRun) follower.take(forest.changed)
    }),
    useUi.subscribe((ui, before) => {
      if (ui.run !== before.run) return
      if (ui.camera !== before.camera && ui.camera === 'fit') fitTree()
      if (ui.camera !== before.camera && ui.camera === 'follow') followLatest(null)
      if (ui.revealed !== before.revealed && ui.revealed) revealAgent(ui.revealed.key)
    }),
  ]
  begin()
  return () => {
    follower.end()
    for (const end of ends) end()
  }
}

/** A pane that opens over the tree must not hide what it speaks of; who was out of sight before stays there. */
function uncover(before: Size): void {
  const { selected } = useUi.getState()
  const { scene } = useScene.getState()
  const i = selected === null ? undefined : scene?.layout.shape.indexOf.get(selected)
  if (!scene || selected === null || i === undefined || scene.layout.shown[i] === 0) return
  const camera = wantedCamera()
  const box = boxOf(scene, i)
  const view = viewOf(camera, before)
  const wasSeen = box.left < view.right && box.right > view.left && box.top < view.bottom && box.bottom > view.top
  if (wasSeen) revealAgent(selected)
}

function followLatest(among: readonly AgentKey[] | null): void {
  const { scene } = useScene.getState()
  const { free } = useCamera.getState()
  const latest = scene && free.width > 0 ? latestOf(scene, among) : null
  if (scene && latest !== null) flyTo(reveal(wantedCamera(), boxOf(scene, latest), free, margin))
}

interface Follower {
  take(changed: readonly AgentKey[]): void
  /** The newest may be in the scene only now. */
  look(): void
  end(): void
}

/** Goes where something happens, with a pause between: a camera that jumps with every record shows nothing. */
function keepFollowing(): Follower {
  const waiting = new Set<AgentKey>()
  let lastAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = (): void => {
    timer = undefined
    if (useUi.getState().camera !== 'follow') return waiting.clear()
    const { scene } = useScene.getState()
    const known = [...waiting].filter((key) => scene?.layout.shape.indexOf.has(key))
    if (known.length === 0) return
    for (const key of known) waiting.delete(key)
    lastAt = performance.now()
    followLatest(known)
  }
  const soon = (): void => {
    if (waiting.size > 0) timer ??= setTimeout(go, Math.max(0, lastAt + pauseMs - performance.now()))
  }
  return {
    take(changed) {
      if (useUi.getState().camera !== 'follow') return
      for (const key of changed) waiting.add(key)
      soon()
    },
    look: soon,
    end: () => clearTimeout(timer),
  }
}
