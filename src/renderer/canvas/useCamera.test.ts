import { beforeEach, expect, it, vi } from 'vitest'
import { sketchTree } from '../../testing/sampleTree'
import { applyForestFrame, emptyForest } from '../store/applyForestFrame'
import { useForest } from '../store/forest'
import { selectAgent } from '../store/select'
import { useUi } from '../store/ui'
import { boxOf, zoomBy } from './fitCamera'
import { keepCamera } from './keepCamera'
import { setCamera, setSize, useCamera, wantedCamera } from './useCamera'
import { keepScene, useScene } from './useScene'

const tree = sketchTree({ children: [{ children: [{ children: [{ type: 'Explore' }] }] }] })
let frames: FrameRequestCallback[] = []

beforeEach(() => {
  frames = []
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  setSize({ width: 900, height: 700 }, 0)
  setCamera({ x: 0, y: 0, zoom: 1 })
})

/** Until everything that flies has arrived. */
function arrive(): void {
  for (let now = performance.now(), n = 0; frames.length > 0 && n < 100; n++) {
    now += 100
    for (const frame of frames.splice(0)) frame(now)
  }
}

it('counts every press on the zoom, however fast they come', () => {
  for (let press = 0; press < 5; press++) zoomBy(1.25)
  expect(wantedCamera().zoom).toBeCloseTo(1.25 ** 5)
  arrive()
  expect(useCamera.getState().camera.zoom).toBeCloseTo(1.25 ** 5)
  setCamera({ x: 0, y: 0, zoom: 2 })
  expect(wantedCamera().zoom).toBe(2)
})

it('a pane that opens over the tree does not hide whom it speaks of', () => {
  let forest = emptyForest(tree.uri)
  forest = applyForestFrame(forest, { kind: 'begin', run: tree.uri, seq: 0, root: tree.root })!
  const agents = tree.agents
  forest = applyForestFrame(forest, { kind: 'patch', run: tree.uri, seq: 1, row: null, agents, removed: [], isWhole: true })!
  useForest.setState(forest, true)
  useUi.setState({ run: tree.uri })
  const ends = [keepScene(), keepCamera()]
  setCamera({ x: 20, y: 16, zoom: 1 })
  const scene = useScene.getState().scene!
  selectAgent(scene.layout.shape.keys[2]!, { isQuiet: true })
  const rightEdge = (): number => {
    const { camera } = useCamera.getState()
    return boxOf(scene, 2).right * camera.zoom + camera.x
  }
  expect(rightEdge()).toBeGreaterThan(900 - 388)
  setSize({ width: 900, height: 700 }, 388)
  arrive()
  expect(rightEdge()).toBeLessThanOrEqual(900 - 388)
  for (const end of ends) end()
})
