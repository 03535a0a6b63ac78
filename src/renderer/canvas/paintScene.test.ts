import { describe, expect, it } from 'vitest'
import type { AgentKey } from '../../shared/ids'
import { type AgentSketch, sampleNow, sketchTree } from '../../testing/sampleTree'
import type { ForestView } from '../store/applyForestFrame'
import { emptyForest } from '../store/applyForestFrame'
import type { Camera } from './camera'
import type { Frame } from './frame'
import { hitScene } from './hitScene'
import { levelOfDetail } from './levelOfDetail'
import { paintScene } from './paintScene'
import { sceneOf } from './scene'
import { svgInk } from './svgInk'
import { textRuler } from './textRuler'
import { readTokens } from './tokens'

const size = { width: 1200, height: 800 }
const tokens = readTokens((name) =>
  name.startsWith('--font') ? '"A & B", sans' : name.startsWith('--accent') ? '#00ff00' : '#112233',
)
const ruler = textRuler((text) => [...text].length * 6)

function frameOf(root: AgentSketch, camera: Camera = { x: 20, y: 16, zoom: 1 }, over: Partial<Frame> = {}): Frame {
  const view = sketchTree(root)
  const children = new Map<AgentKey, AgentKey[]>()
  for (const { key, parent } of view.agents) if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), key])
  const forest: ForestView = {
    ...emptyForest(view.uri),
    root: view.root,
    agents: new Map(view.agents.map((agent) => [agent.key, agent])),
    children,
  }
  const scene = sceneOf(forest, { direction: 'right', chosen: {}, showsHidden: false, before: null, anchor: null })
  const level = levelOfDetail(null, camera.zoom)
  const pointed = { selected: -1, hovered: -1, focused: -1, hoveredEdge: -1 }
  return {
    scene,
    camera,
    size,
    level,
    nowMs: sampleNow,
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
