import { describe, expect, it } from 'vitest'
import { rowOf, snapshotOf } from '../../testing/fakeEngine'
import { richRun } from '../../testing/sampleRuns'
import { sampleNow } from '../../testing/sampleTree'
import { paint } from '../text/styledText'
import { composeScreen } from './composeScreen'
import { createWatchedState } from './watchedState'

const tree = richRun()

function screen(rows: number, isEmpty = false): string[] {
  const state = createWatchedState()
  state.apply(snapshotOf(isEmpty ? [] : [tree]))
  const root = {
    provider: 'claude',
    path: '/home/dev/.claude',
    state: 'found',
    runs: 3,
    files: 12,
    bytes: 81_000,
    note: null,
  } as const
  const settings = { width: 90, rows, now: sampleNow, home: '/home/dev', footer: 'watching' }
  return composeScreen(state, [root], settings).map((line) => paint(line, false))
}

describe('the picture of watch', () => {
  it('is the tree where there is room', () => {
    expect(screen(60).join('\n')).toContain('Explore #2')
  })

  it.each([24, 16, 10])('fits into %d rows; who needs a person is the last to go', (rows) => {
    const lines = screen(rows)
    expect(lines.length).toBeLessThan(rows)
    expect(lines.at(-1)).toBe('watching')
    expect(lines.join('\n')).not.toContain('Explore #2')
    if (rows >= 16) expect(lines.join('\n')).toContain('needs you  ')
    expect(lines.join('\n')).toMatchSnapshot()
  })

  it('without a run: where it looks', () => {
    expect(screen(24, true).join('\n')).toMatchSnapshot()
  })

  it('a later row replaces the earlier, removed agents go', () => {
    const state = createWatchedState()
    state.apply(snapshotOf([tree]))
    const at = '2026-11-18T14:03:47.000Z'
    const gone = tree.agents[1]!.key
    state.apply({
      kind: 'patch',
      seq: 1,
      at,
      runs: [{ ...rowOf(tree), title: 'new' }],
      agents: [],
      removed: [`${tree.uri} ${gone}`],
    })
    expect(state.runs().map((run) => run.title)).toEqual(['new'])
    expect(state.agentsOf(tree.uri).has(gone)).toBe(false)
  })
})
