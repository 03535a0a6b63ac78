import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { richRun } from '../../testing/sampleRuns'
import { type AgentSketch, sampleNow, sketchTree } from '../../testing/sampleTree'
import { displayWidth } from '../text/displayWidth'
import { lineWidth, paint } from '../text/styledText'
import { renderTree } from './renderTree'

const settings = (width: number) => ({ width, now: sampleNow, home: '/home/dev' })

function draw(sketch: AgentSketch | null, width: number, colour = false): string {
  const tree = sketch === null ? richRun() : sketchTree(sketch)
  return renderTree(tree, settings(width))
    .map((line) => paint(line, colour))
    .join('\n')
}

describe('the tree as text', () => {
  it.each([40, 80, 120, Number.POSITIVE_INFINITY])('a rich run at %d columns', (width) => {
    expect(draw(null, width)).toMatchSnapshot()
  })

  it('in colour', () => {
    expect(draw(null, 80, true)).toMatchSnapshot()
  })

  it('colour changes nothing but colour', () => {
    expect(draw(null, 80, true).replace(/\x1b\[[\d;]*m/g, '')).toBe(draw(null, 80))
  })

  it('nobody runs in a run that a person has paused; who waits goes on waiting', () => {
    const tree = sketchTree({ phase: 'running', children: [{ phase: 'starting' }, { phase: 'waiting' }, { phase: 'completed' }] })
    const still = { from: sampleNow - 60_000, to: Number.POSITIVE_INFINITY }
    const words = (isPaused: boolean): string =>
      renderTree(tree, { ...settings(120), pauses: (run) => (isPaused && run === tree.uri ? [still] : []) })
        .map((line) => paint(line, false))
        .join('\n')
    expect(words(false)).toMatch(/◔[\s\S]*running/)
    expect(words(false)).not.toContain('paused')
    expect(words(true)).not.toMatch(/running|starting|◔|◌/)
    // Of 4m12s that they have been there.
    expect(
      [words(false), words(true)].map(
        (text) => /\d+m\d\ds/.exec(text.split('\n').find((line) => line.includes('needs you')) ?? '')?.[0],
      ),
    ).toEqual(['4m12s', '3m12s'])
    expect(words(true)).toMatch(/ · paused 1m00s[\s\S]*‖[\s\S]*paused[\s\S]*needs you[\s\S]*completed/)
  })

  it('nobody runs beside the tree of a paused run either', () => {
    const tree = sketchTree({ phase: 'running', children: [{ phase: 'running' }] })
    const lost = { ...tree.agents[1]!, parent: null }
    const still = { from: sampleNow - 60_000, to: Number.POSITIVE_INFINITY }
    const beside = (isPaused: boolean): string =>
      renderTree({ ...tree, agents: [], unplaced: [lost] }, { ...settings(120), pauses: () => (isPaused ? [still] : []) })
        .map((line) => paint(line, false))
        .at(-1) ?? ''
    expect(beside(false)).toMatch(/◔ .* running/)
    expect(beside(true)).toMatch(/‖ .* paused/)
    expect(beside(true)).not.toMatch(/◔|running/)
  })

  it('never cut where there is no terminal', () => {
    const description = 'word '.repeat(100).trim()
    expect(draw({ children: [{ description }] }, Number.POSITIVE_INFINITY)).toContain(description)
  })

  it('unplaced agents are shown with the reason, hidden ones counted', () => {
    const tree = richRun()
    const lost = {
      ...tree.agents[1]!,
      parent: null,
      link: { evidence: 'none' as const, ambiguous: false, note: 'two calls fit' },
    }
    const text = renderTree({ ...tree, unplaced: [lost] }, settings(100))
      .map((line) => paint(line, false))
      .join('\n')
    expect(text).toContain('1 agent whose parent is not known')
    expect(text).toContain('two calls fit')
    expect(text).toContain('2 hidden (2 warmup)')
    expect(text).not.toContain('warm-up')
  })

  it('sixty levels stay readable', () => {
    let sketch: AgentSketch = { description: 'the deepest' }
    for (let level = 0; level < 60; level += 1) sketch = { description: `level ${60 - level}`, children: [sketch] }
    const text = draw({ children: [sketch] }, 100)
    expect(text).toContain('⋯61 ')
    expect(text).toContain('the deepest')
    expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(100)
  })

  it('hostile text stays one line, within the width, without control characters', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 60 })
    const sketch = fc.record({
      type: fc.option(hostile),
      description: fc.option(hostile),
      activity: fc.option(hostile),
      error: fc.option(hostile),
      phase: fc.constantFrom('starting', 'running', 'waiting', 'completed', 'failed', 'unknown'),
    })
    fc.assert(
      fc.property(fc.array(sketch, { maxLength: 6 }), fc.integer({ min: 20, max: 160 }), hostile, (children, width, title) => {
        const tree = sketchTree({ children: children as AgentSketch[] }, { title })
        for (const line of renderTree(tree, settings(width))) {
          expect(paint(line, false)).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
          expect(lineWidth(line)).toBeLessThanOrEqual(width)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('a loop among parents, which no engine gives, does not hang', () => {
    const tree = sketchTree({ children: [{ children: [{}] }] })
    const agents = tree.agents.map((agent) => (agent.key === 'k1' ? { ...agent, parent: tree.agents[2]!.key } : agent))
    expect(renderTree({ ...tree, agents }, settings(80)).length).toBeGreaterThan(0)
  })
})

describe('display width', () => {
  it.each([
    ['abc', 3],
    ['日本語', 6],
    ['e\u0301', 1],
    ['🚀', 2],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['✓', 1],
    ['❤️', 2],
    ['한글', 4],
    ['', 0],
  ])('%s', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})
