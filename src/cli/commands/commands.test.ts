import { describe, expect, it } from 'vitest'
import type { WatchFrame } from '../../shared/views'
import { rowOf, snapshotOf } from '../../testing/fakeEngine'
import { runCommand } from '../../testing/runCommand'
import { richRun } from '../../testing/sampleRuns'
import { sampleItem, sampleMain, sketchTree } from '../../testing/sampleTree'

const uri = `claude://${sampleMain}`
const tree = richRun()
const world = { trees: [tree] }

describe('tree', () => {
  it('--json is the view itself, on one line', async () => {
    const { code, out, err } = await runCommand(['tree', uri, '--json'], world)
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(tree)))
    expect(out.indexOf('\n')).toBe(out.length - 1)
  })

  it('problems are a warning: exit 0, data on stdout', async () => {
    const problems = [{ code: 'bad_json', source: 'projects/x.jsonl', line: 17, message: 'no' }]
    const { code, out, err } = await runCommand(['tree', uri], { trees: [{ ...tree, problems }] })
    expect(code).toBe(0)
    expect(out).toContain('Explore #1')
    expect(err).toBe('understory: 1 place could not be read; "understory doctor" lists them.\n')
  })

  it('[S4.6] malformed: 2, the part and the shape', async () => {
    const { code, out, err } = await runCommand(['tree', 'claude://nope'], world)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('"nope" is not the id of a claude run.')
    expect(err).toContain('Valid: claude://<main>[/<agent>]')
  })

  it('the beginning of an id is refused with the whole one', async () => {
    const { code, err } = await runCommand(['tree', 'claude://7d0c2f1a'], world)
    expect(code).toBe(2)
    expect(err).toContain(`Did you mean ${uri}?`)
  })

  it('[S4.8] a stranger is refused: 1', async () => {
    const { code, out, err } = await runCommand(['tree', `${uri}/a9999`], world)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(`a9999 is not an agent of ${uri}.`)
  })

  it('not found: 1; a provider of later versions: 1', async () => {
    expect((await runCommand(['tree', `claude://${sampleMain.replace('7', '8')}`], world)).code).toBe(1)
    const later = await runCommand(['tree', `codex://${sampleMain}`], world)
    expect([later.code, later.err]).toEqual([
      1,
      'understory: runs of codex are not read by this version yet (it reads claude).\n',
    ])
  })
})

describe('list', () => {
  it('--json', async () => {
    const { out } = await runCommand(['list', '--json'], world)
    expect(JSON.parse(out)).toEqual([JSON.parse(JSON.stringify(rowOf(tree)))])
  })

  it('nothing there: 0, [] and where was looked', async () => {
    const { code, out, err } = await runCommand(['list', '--json'], {})
    expect([code, out]).toEqual([0, '[]\n'])
    expect(err).toBe('understory: No runs found; looked in /home/dev/.claude (missing, 0 runs).\n')
  })

  it('unknown provider: 2; known but later: 1', async () => {
    expect((await runCommand(['list', '--provider', 'amp'], world)).code).toBe(2)
    expect((await runCommand(['list', '--provider', 'codex'], world)).code).toBe(1)
    expect((await runCommand(['list', '--provider', 'claude'], world)).code).toBe(0)
  })

  it.each([60, 100, 180])('the table at %d columns', async (columns) => {
    const idle = {
      ...rowOf(tree),
      live: false,
      phase: 'failed' as const,
      title: 'docs\u001b[2J sweep',
      agents: { total: 0, running: 0, waiting: 0, failed: 0 },
    }
    const { out } = await runCommand(['list'], { rows: [rowOf(tree), idle] }, { columns })
    expect(out).toMatchSnapshot()
  })
})

describe('watch', () => {
  const run = rowOf(tree)
  const agent = { ...tree.agents.find((each) => each.phase === 'waiting')!, run: tree.uri }
  const patch: WatchFrame = {
    kind: 'patch',
    seq: 1,
    at: '2026-11-18T14:03:47.000Z',
    runs: [{ ...run, live: false }],
    agents: [{ ...agent, phase: 'completed', status: 'completed', ended: '2026-11-18T14:03:47.000Z', durationMs: 65_000 }],
    removed: [`${tree.uri} k1`],
  }
  const frames = [snapshotOf([tree]), patch]
  const stopAtOnce = { whenStarted: (stop: () => void) => setTimeout(stop, 30) }

  it('--json gives the frames as they are, one per line', async () => {
    const { code, out } = await runCommand(['watch', '--json'], { ...world, frames }, stopAtOnce)
    expect(code).toBe(0)
    expect(out.endsWith('\n')).toBe(true)
    const lines = out.trimEnd().split('\n')
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(frames)))
  })

  it('without a terminal: one line per change', async () => {
    const { out } = await runCommand(['watch'], { ...world, frames }, stopAtOnce)
    expect(out.replace(/^\d\d:\d\d:\d\d/gm, 'hh:mm:ss')).toMatchSnapshot()
  })

  it('without a terminal and without runs: says where it looks and waits', async () => {
    const { code, out, err } = await runCommand(['watch'], { frames: [snapshotOf([])] }, stopAtOnce)
    expect([code, out]).toEqual([0, ''])
    expect(err).toContain('Nothing runs right now.')
    expect(err).toContain('~/.claude')
  })

  it('on a terminal: in place, cursor hidden and given back', async () => {
    const { out } = await runCommand(['watch'], { ...world, frames }, { ...stopAtOnce, isTerminal: true, columns: 80 })
    expect(out.startsWith('\x1b[?2026h\x1b[?25l')).toBe(true)
    expect(out.endsWith('\x1b[?25h')).toBe(true)
    expect(out).toContain('needs you')
  })
})

describe('the rest prints something for people and for programs', () => {
  const call = { name: 'Bash', callId: 'toolu_x', durationMs: 1200, agent: null }
  const link = {
    key: tree.agents[1]!.key,
    agent: 'a1',
    parent: tree.root,
    winner: 'explicit' as const,
    ambiguous: false,
    manual: false,
    conflict: null,
    candidates: [],
  }
  const items = [
    sampleItem(0, { kind: 'prompt', role: 'user', text: 'Fix the login\n\x1b]0;evil\x07' }),
    sampleItem(1, { text: 'On it.' }),
    sampleItem(2, {
      kind: 'tool',
      tool: { ...call, input: { command: 'npm test' }, output: 'line\n'.repeat(20), status: 'error' },
    }),
    sampleItem(3, { kind: 'notice', role: 'system', text: 'a reminder' }),
  ]
  const full = {
    ...world,
    items: { k0: items },
    links: [{ ...link, evidence: [{ kind: 'explicit' as const, note: 'meta.toolUseId', at: null, source: null }] }],
  }

  it.each([['stats'], ['link list'], ['doctor'], ['transcript']])('%s', async (name) => {
    const words = name === 'doctor' ? ['doctor'] : [...name.split(' '), uri]
    const text = await runCommand(words, full, { columns: 100 })
    expect(text.code).toBe(0)
    expect(text.out.replace(/\b\d\d:\d\d:\d\d\b/g, 'hh:mm:ss')).toMatchSnapshot()
    const json = await runCommand([...words, '--json'], full)
    expect(() => JSON.parse(json.out) as unknown).not.toThrow()
  })

  it('JSON carries hostile text escaped, the same after parsing', async () => {
    const title = 'a\u009b31m\u202eb\ud800'
    const { out } = await runCommand(['tree', uri, '--json'], { trees: [sketchTree({}, { title })] })
    expect(out).not.toMatch(/[\x7f-\x9f\u202e]/)
    expect(JSON.parse(out)).toMatchObject({ title })
  })
})
