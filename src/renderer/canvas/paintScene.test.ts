import { describe, expect, it } from 'vitest'
import type { AgentKey } from '../../shared/ids'
import { type AgentSketch, sampleNow, sketchTree } from '../../testing/sampleTree'
import { neverStill } from '../drive/standstill'
import { blockLayout, type Direction } from '../layout/blockLayout'
import { rowIndex } from '../layout/rowIndex'
import type { ForestView } from '../store/applyForestFrame'
import { emptyForest } from '../store/applyForestFrame'
import type { Camera } from './camera'
import type { Frame } from './frame'
import { hitScene } from './hitScene'
import { crowdStub, crowdTrunk, landmarkGap, landmarksOf } from './landmarksOf'
import { levelOfDetail } from './levelOfDetail'
import { paintScene } from './paintScene'
import { pillShape } from './pillShape'
import { sceneOf } from './scene'
import { svgInk } from './svgInk'
import { textRuler } from './textRuler'
import { readTokens } from './tokens'

const size = { width: 1200, height: 800 }
const tokens = readTokens((name) =>
  name.startsWith('--font') ? '"A & B", sans' : name.startsWith('--accent') ? '#00ff00' : '#112233',
)
const ruler = textRuler((text) => [...text].length * 6)

function frameOf(
  root: AgentSketch,
  camera: Camera = { x: 20, y: 16, zoom: 1 },
  over: Partial<Frame> = {},
  direction: Direction = 'right',
): Frame {
  const view = sketchTree(root)
  const children = new Map<AgentKey, AgentKey[]>()
  for (const { key, parent } of view.agents) if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), key])
  const forest: ForestView = {
    ...emptyForest(view.uri),
    root: view.root,
    agents: new Map(view.agents.map((agent) => [agent.key, agent])),
    children,
  }
  const scene = sceneOf(forest, { direction, chosen: {}, showsHidden: false, before: null, anchor: null })
  const level = levelOfDetail(null, camera.zoom)
  const pointed = { selected: -1, hovered: -1, focused: -1, hoveredEdge: -1 }
  return {
    scene,
    camera,
    size,
    level,
    nowMs: sampleNow,
    still: neverStill,
    colourBy: 'phase',
    ...pointed,
    slide: null,
    isMounted: () => false,
    ...over,
  }
}

function print(frame: Frame): string {
  const ink = svgInk({ ...size, tokens, ruler, shapesOf: (name) => [{ path: `M0 0 ${name}`, isFilled: true, dash: [] }] })
  paintScene(ink, frame)
  return ink.print()
}

const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!.replace(/[\u2068\u2069]/g, ''))

describe('the three levels', () => {
  const tree: AgentSketch = {
    children: [
      {
        type: 'reviewer',
        phase: 'waiting',
        description: 'Review the patch',
        updated: new Date(sampleNow - 64_000).toISOString(),
      },
    ],
  }

  it('says everything on a card', () => {
    const texts = textsOf(print(frameOf(tree)))
    expect(texts).toEqual(
      expect.arrayContaining([
        'reviewer',
        '&#35;1'.replace('&#35;', '#'),
        'needs you 1m04s',
        'Review the patch',
        '4m12s',
        '$0.01',
      ]),
    )
  })

  it('drops lines from the bottom of a label', () => {
    expect(textsOf(print(frameOf(tree, { x: 0, y: 0, zoom: 0.7 })))).toEqual(
      expect.arrayContaining(['needs you', '1m04s', 'Review the patch']),
    )
    const half = textsOf(print(frameOf(tree, { x: 0, y: 0, zoom: 0.5 })))
    expect(half).toContain('needs you')
    expect(half).not.toContain('Review the patch')
    const small = textsOf(print(frameOf(tree, { x: 0, y: 0, zoom: 0.35 })))
    expect(small.join()).toContain('revi')
    expect(small).not.toContain('needs you')
    expect(small).not.toContain('#1')
  })

  it('keeps a beacon for whoever needs a person when everything else is a block', () => {
    const svg = print(frameOf(tree, { x: 0, y: 0, zoom: 0.05 }))
    expect(svg).toContain('st-waiting')
    expect(svg).not.toContain('Review the patch')
  })

  it('merges beacons that are too near to one another into one with a count', () => {
    const failing = { children: Array.from({ length: 7 }, () => ({ type: 'x', phase: 'failed' as const })) }
    const svg = print(frameOf(failing, { x: 0, y: 0, zoom: 0.02 }))
    expect(svg.match(/st-failed/g)).toHaveLength(1)
    expect(textsOf(svg)).toContain('7')
  })
})

it('writes hostile names as text and nothing else', () => {
  const evil = '</text><script>alert("1")</script>&\u202e\u001b'
  const svg = print(
    frameOf({ children: [{ type: evil, description: evil, activity: evil, model: evil }] }, { x: 20, y: 20, zoom: 3 }),
  )
  expect(svg).not.toContain('<script')
  expect(svg).not.toMatch(/[\u202e\u001b]/)
  expect(svg).toContain('&#60;script&#62;')
  expect(svg).toContain('font-family="&#34;A &#38; B&#34;, sans"')
})

describe('edges', () => {
  const link = { evidence: 'prompt-match' as const, ambiguous: true, note: '' }
  const tree: AgentSketch = {
    children: [{ type: 'a' }, { type: 'b', link }, { type: 'c', background: true }, { type: 'd', calls: ['1', '2'] }],
  }
  const dashes = (svg: string): string[] =>
    [...svg.matchAll(/<path d="M248[^>]*?(?:stroke-dasharray="([^"]*)")?(?: opacity[^>]*)?\/>/g)].map(
      ([, dash]) => dash ?? 'solid',
    )

  it('are solid for evidence, dashed for a guess, dotted in the background', () => {
    expect(new Set(dashes(print(frameOf(tree))))).toEqual(new Set(['solid', '6 4', '0.1 5']))
  })

  it('are drawn twice for who was continued', () => {
    const once = print(frameOf({ children: [{ type: 'd' }] })).match(/M248 /g)
    const twice = print(frameOf({ children: [{ type: 'd', calls: ['1', '2'] }] })).match(/M248 /g)
    expect([once?.length, twice?.length]).toEqual([1, 2])
  })

  it('lead from the root to the selected agent in the accent', () => {
    expect(print(frameOf(tree, undefined, { selected: 2 }))).toMatch(/<path d="M248[^>]*stroke="#00ff00" stroke-width="1.75"/)
  })
})

describe('hitScene', () => {
  const frame = frameOf({ children: [{ type: 'a' }, { type: 'b', children: [{ type: 'c' }] }] })
  const hit = (x: number, y: number) => hitScene({ ruler }, frame, x, y)

  it('finds agents, toggles and edges, and nothing between', () => {
    expect(hit(40, 40)).toEqual({ kind: 'agent', agent: 0 })
    expect(hit(268, 35)).toEqual({ kind: 'disc', agent: 0 })
    expect(hit(300, 180)).toEqual({ kind: 'agent', agent: 2 })
    expect(hit(267, 100)).toEqual({ kind: 'edge', agent: 2 })
    expect(hit(280, 149)).toEqual({ kind: 'edge', agent: 2 })
    expect(hit(900, 500)).toBeNull()
    expect(hit(100, 300)).toBeNull()
  })

  it('finds pills', () => {
    const deep = frameOf(
      { children: [{ children: [{ children: [{ children: [{ children: [{}] }] }] }] }] },
      { x: -900, y: 16, zoom: 1 },
    )
    expect(deep.scene.layout.pills).toHaveLength(1)
    expect(hitScene({ ruler }, deep, 5 * 268 - 900 - 20, 16 + 17)).toMatchObject({ kind: 'pill', pill: { parent: 4 } })
  })
})

describe('a parent of thousands', () => {
  const crowd: AgentSketch = {
    type: 'main',
    children: Array.from({ length: 3000 }, () => ({ type: 'Explore', children: [{ type: 'Plan' }] })),
  }
  const strokes = (svg: string): number => svg.split(/[MQL]/).length

  it('has no more lines painted for it when it is selected than when it is not', () => {
    const near = (over: Partial<Frame>): number => {
      const frame = frameOf(crowd, undefined, over)
      const open = { ...frame.scene.layout.folding, cut: new Uint8Array(frame.scene.layout.shape.keys.length) }
      const layout = blockLayout(frame.scene.layout.shape, open, { direction: 'right' })
      return strokes(print({ ...frame, scene: { ...frame.scene, layout, index: rowIndex(layout) } }))
    }
    expect(near({ selected: 0 })).toBeLessThan(near({}) * 2)
    // Far below: its own line is there as well.
    expect(near({ selected: 5999 })).toBeGreaterThan(near({ selected: 0 }))
  })

  it.each(['right', 'down'] as const)('keeps the word for the rest off the blocks beside it (%s)', (direction) => {
    const camera = { x: 200, y: 100, zoom: 0.08 }
    const frame = frameOf(crowd, camera, { level: 'block' }, direction)
    const pill = frame.scene.layout.pills.find(({ kind }) => kind === 'rest')!
    const { x, width, isMark } = pillShape({ ruler }, frame, pill)
    const isOff = x + width <= pill.x * camera.zoom + camera.x
    expect(isMark || isOff).toBe(true)
  })
})

it.each(['right', 'down'] as const)(
  'names the parents of packs beside them, and the trunk lies before the names (%s)',
  (direction) => {
    const tree: AgentSketch = {
      children: ['one', 'two'].map((type) => ({ type, children: Array.from({ length: 40 }, () => ({ type: 'migrator' })) })),
    }
    const frame = frameOf(tree, { x: 200, y: 200, zoom: 0.1 }, {}, direction)
    const landmarks = landmarksOf(frame)
    const { packs, x, y } = frame.scene.layout
    expect(textsOf(print(frame)).join(' ')).toMatch(/one.* two/)
    const along = direction === 'right' ? x : y
    const front = along[packs[0]!.first]! * 0.1 + 200
    const trunk = crowdTrunk(frame, landmarks)!
    expect(crowdStub(trunk)).toBeLessThan(front - landmarkGap)
    const at =
      direction === 'right' ? [front - 40, y[packs[1]!.first]! * 0.1 + 210] : [x[packs[1]!.first]! * 0.1 + 210, front - 20]
    expect(hitScene({ ruler }, frame, at[0]!, at[1]!)).toEqual({ kind: 'agent', agent: packs[1]!.parent })
  },
)
