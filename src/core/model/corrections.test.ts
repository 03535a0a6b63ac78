import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentView, TreeView, Usage } from '../../shared/views'
import { forestOf, loadRecording, type RecordedSource, VIEW } from '../../testing/recordings'
import { ended, RUN, sideFile, TranscriptWriter, task } from '../../testing/writeSession'
import type { Correction, Corrections } from './corrections'
import { runOf, setCorrections, treeOf } from './forest'

const main = () => new TranscriptWriter().prompt(0, 'go')
const child = (id: string, prompt = `task ${id}`) => new TranscriptWriter(id).prompt(2, prompt).text(3, 'done')

const place = (parent: string, call: string | null = null, at = 1): Correction => ({ kind: 'place', parent, call, at })
const unlink: Correction = { kind: 'unlink', at: 1 }
const hide: Correction = { kind: 'hide', at: 1 }

function treeWith(corrections: Record<string, Correction>, ...sources: readonly RecordedSource[]): TreeView {
  const run = runOf(forestOf(sources), 'claude', RUN)
  setCorrections(run, new Map(Object.entries(corrections)))
  const tree = treeOf(run, VIEW)
  expectInvariants(tree)
  return tree
}

const all = (tree: TreeView): AgentView[] => [...tree.agents, ...tree.unplaced]

/** CONTRACT §4, as far as a correction could break it. */
function expectInvariants(tree: TreeView): void {
  const byKey = new Map(all(tree).map((agent) => [agent.key, agent]))
  expect(byKey.size).toBe(all(tree).length)
  const ids = all(tree).flatMap(({ id }) => id ?? [])
  expect(new Set(ids).size).toBe(ids.length)
  expect(tree.agents.filter(({ parent }) => parent === null)).toEqual([tree.agents[0]])
  for (const agent of tree.agents) {
    const siblings = tree.agents.filter(({ parent, hidden }) => parent === agent.key && hidden === null)
    expect(siblings.map(({ number }) => number)).toEqual(siblings.map((_, i) => i + 1))
    if (agent.parent !== null) expect(agent.depth).toBe((byKey.get(agent.parent)?.depth ?? Number.NaN) + 1)
    if (agent.call !== null) expect(agent.calls).toContain(agent.call)
    const below = tree.agents.filter(({ parent }) => parent === agent.key)
    expect(agent.usage.total.requests).toBe(below.reduce((sum, one) => sum + one.usage.total.requests, agent.usage.own.requests))
  }
  const sum = all(tree).reduce((requests, { usage }) => requests + usage.own.requests, 0)
  expect(tree.usage.requests).toBe(sum)
  const visible = tree.agents.filter(({ parent, hidden }) => parent !== null && hidden === null)
  expect(tree.totals.agents).toBe(visible.length)
}

/** `id<parent` of every agent, the unplaced ones after a bar; calls by their own names, hidden ones in brackets. */
function outline(tree: TreeView): string {
  const name = (agent: AgentView) => agent.id ?? agent.key
  const byKey = new Map(all(tree).map((agent) => [agent.key, agent]))
  const say = (agent: AgentView) => {
    const parent = agent.parent === null ? null : byKey.get(agent.parent)
    const text = parent ? `${name(agent)}<${parent.key === tree.root ? 'root' : name(parent)}` : name(agent)
    return agent.hidden === null ? text : `[${text}]`
  }
  return `${tree.agents.slice(1).map(say).join(' ')}|${tree.unplaced.map(say).join(' ')}`
}

const find = (tree: TreeView, id: string) => all(tree).find((agent) => agent.id === id)

const family = [
  main().call(1, 't1', task('task a')).call(1.1, 't2', task('task b')).call(1.2, 't3', task('nobody took this')).source(),
  child('a').call(4, 't4', task('task c')).source(),
  child('b').source(),
  child('c').source(),
  child('lost', 'nothing like it').source(),
]

it('without corrections', () => {
  expect(outline(treeWith({}, ...family))).toBe('a<root b<root t3<root c<a|lost')
})

describe('[S3.13] placed by hand', () => {
  it('hangs under another agent and keeps its call', () => {
    const tree = treeWith({ c: place('b') }, ...family)
    expect(outline(tree)).toBe('a<root b<root t3<root c<b|lost')
    expect(find(tree, 'c')).toMatchObject({
      key: 't4',
      depth: 2,
      link: { evidence: 'manual', ambiguous: false, note: 'placed by hand' },
    })
  })

  it('an unplaced agent comes into the tree', () => {
    expect(outline(treeWith({ lost: place('c') }, ...family))).toBe('a<root b<root t3<root c<a lost<c|')
  })

  it('an agent and a childless call become one', () => {
    const tree = treeWith({ lost: place(RUN, 't3') }, ...family)
    expect(outline(tree)).toBe('a<root b<root lost<root c<a|')
    expect(find(tree, 'lost')).toMatchObject({ key: 't3', call: 't3', calls: ['t3'], description: 'task', source: {} })
    expect(find(tree, 'lost')?.link.note).toBe('given the call t3 by hand')
  })

  it('an agent that had a call leaves it behind for the one it is given', () => {
    const tree = treeWith({ c: place(RUN, 't3') }, ...family)
    expect(outline(tree)).toBe('a<root b<root c<root t4<a|lost')
    expect(find(tree, 'c')?.key).toBe('t3')
  })

  it('takes what is below it along', () => {
    expect(outline(treeWith({ a: place('b') }, ...family))).toBe('b<root t3<root a<b c<a|lost')
  })

  it('two that change places do not go round in a circle', () => {
    expect(outline(treeWith({ c: place(RUN), a: place('c') }, ...family))).toBe('b<root t3<root c<root a<c|lost')
  })

  it('is found by its call too', () => {
    expect(outline(treeWith({ t3: place('b') }, ...family))).toBe('a<root b<root c<a t3<b|lost')
    const known = [...family, child('late', 'nobody took this').source()]
    expect(outline(treeWith({ t3: place('b') }, ...known))).toBe('a<root b<root c<a late<b|lost')
  })

  it('a parent that is gone is told of, and evidence counts', () => {
    const tree = treeWith({ c: place('gone') }, ...family)
    expect(outline(tree)).toBe('a<root b<root t3<root c<a|lost')
    expect(find(tree, 'c')?.link).toMatchObject({
      evidence: 'prompt-match',
      note: expect.stringContaining('gone, is not in this run'),
    })
  })

  it('an agent whose files are gone does not come back by its call', () => {
    expect(outline(treeWith({ ghost: place(RUN, 't3') }, ...family))).toBe('a<root b<root t3<root c<a|lost')
  })

  it('of two that cannot both hold the later one is not followed', () => {
    const tree = treeWith({ a: place('b', null, 1), b: place('a', null, 2) }, ...family)
    expect(outline(tree)).toBe('b<root t3<root a<b c<a|lost')
    expect(find(tree, 'b')?.link).toMatchObject({ evidence: 'prompt-match', note: expect.stringContaining('not followed') })
    expect(outline(treeWith({ a: place('a') }, ...family))).toBe('a<root b<root t3<root c<a|lost')
  })

  it('nothing moves the root', () => {
    for (const correction of [place('a'), unlink, hide]) {
      expect(outline(treeWith({ [RUN]: correction }, ...family))).toBe('a<root b<root t3<root c<a|lost')
    }
  })
})

describe('[S3.13] against the files', () => {
  it('explicit evidence that comes later changes nothing and is told', () => {
    const explained = [
      ...family,
      sideFile('lost', { toolUseId: 't9' }),
      main().call(9, 't9', task('other')).source('projects/x/y.jsonl'),
    ]
    const tree = treeWith({ lost: place(RUN, 't3') }, ...explained)
    expect(find(tree, 'lost')?.link).toEqual({
      evidence: 'manual',
      ambiguous: false,
      note: 'given the call t3 by hand; explicit evidence (meta.toolUseId) names the call t9',
    })
  })

  it('both agents say so when the files give the call to another one', () => {
    const tree = treeWith({ lost: place(RUN, 't3') }, ...family, sideFile('z', { toolUseId: 't3' }), child('z').source())
    expect(outline(tree)).toBe('a<root b<root lost<root c<a|z')
    expect(find(tree, 'lost')?.link.note).toContain('explicit evidence (meta.toolUseId) gives the call t3 to z')
    expect(find(tree, 'z')?.link.note).toContain('names the call t3, given to lost by hand')
  })

  it('the answer to the call names another agent', () => {
    const answered = main().call(1, 't1', task('task x')).result(5, 't1', ended('gone')).source()
    const tree = treeWith({ lost: place(RUN, 't1') }, answered, child('lost', 'nothing like it').source())
    expect(outline(tree)).toBe('lost<root|')
    expect(find(tree, 'lost')?.link.note).toContain('the answer to the call t1 names gone')
  })

  it('a place beside the call says whose it would be', () => {
    const tree = treeWith({ b: place('a') }, ...family, sideFile('b', { toolUseId: 't2' }))
    expect(find(tree, 'b')?.link.note).toBe(`placed by hand; explicit evidence (meta.toolUseId) puts it under ${RUN}`)
    expect(find(treeWith({ b: place(RUN) }, ...family, sideFile('b', { toolUseId: 't2' })), 'b')?.link.note).toBe(
      'placed by hand',
    )
  })
})

describe('[S3.13] unlinked', () => {
  it('goes to the unplaced ones, with what is below, and leaves its call', () => {
    const tree = treeWith({ a: unlink }, ...family)
    expect(outline(tree)).toBe('t1<root b<root t3<root|a lost c<a')
    expect(find(tree, 'a')).toMatchObject({
      key: 'a',
      call: null,
      calls: [],
      link: { evidence: 'manual', note: 'unlinked by hand' },
    })
  })

  it('gives its call to another agent by hand or by prompt', () => {
    expect(outline(treeWith({ a: unlink, lost: place(RUN, 't1') }, ...family))).toBe('lost<root b<root t3<root|a c<a')
    expect(outline(treeWith({ a: unlink }, ...family, child('again', 'task a').source()))).toBe(
      'again<root b<root t3<root|a lost c<a',
    )
  })

  it('stays so against the files, and says what they say', () => {
    const told = main().call(1, 't1', task('task a')).result(5, 't1', ended('a')).source()
    const tree = treeWith({ a: unlink }, told, child('a').source())
    expect(outline(tree)).toBe('t1<root|a')
    expect(find(tree, 'a')?.link.note).toBe('unlinked by hand; explicit evidence (toolUseResult.agentId) says otherwise')
  })
})

describe('[S3.13] no sub-agent', () => {
  it('is hidden with everything below it, and its tokens still count', () => {
    const before = treeWith({}, ...family)
    const tree = treeWith({ a: hide }, ...family)
    expect(outline(tree)).toBe('[a<root] b<root t3<root [c<a]|lost')
    expect(find(tree, 'a')).toMatchObject({ hidden: 'user', number: 0, link: { evidence: 'manual' } })
    expect(find(tree, 'c')).toMatchObject({ hidden: 'user', link: { evidence: 'prompt-match' } })
    expect(tree.totals.agents).toBe(before.totals.agents - 2)
    expect(tree.usage).toEqual(before.usage)
  })

  it('a helper that a person placed is hidden no more', () => {
    const helper = child('w', 'Warmup')
    expect(outline(treeWith({}, main().source(), helper.source()))).toBe('[w<root]|')
    expect(outline(treeWith({ w: place(RUN) }, main().source(), helper.source()))).toBe('w<root|')
    expect(outline(treeWith({ w: unlink }, main().source(), helper.source()))).toBe('|w')
  })
})

it('taken back, a correction leaves no trace', () => {
  const run = runOf(forestOf(family), 'claude', RUN)
  const before = treeOf(run, VIEW)
  for (const correction of [place('b'), place(RUN, 't3'), unlink, hide]) {
    setCorrections(run, new Map([['c', correction]]))
    expect(treeOf(run, VIEW)).not.toEqual(before)
    setCorrections(run, new Map())
    expect(treeOf(run, VIEW)).toEqual(before)
  }
})

const sumOf = (usage: Usage): number => Object.values(usage).reduce((sum, count) => sum + count, 0)

describe('[S3.10] any corrections, over sources in any order, give one tree that keeps the rules', () => {
  it.each(['2.1.327/nested', '2.1.327/parallel', '2.0.76/twins', '2.1.327/workflow'])('%s', (name) => {
    const { sources } = loadRecording(name)
    const [{ run: id } = { run: '' }] = sources
    const treeOfSources = (list: readonly RecordedSource[], corrections: Corrections, times: number) => {
      const run = runOf(forestOf(list), 'claude', id)
      for (let i = 0; i < times; i++) setCorrections(run, new Map(corrections))
      return treeOf(run, VIEW)
    }
    const plain = treeOfSources(sources, new Map(), 1)
    const names = all(plain).flatMap((agent) => [agent.id ?? agent.key, agent.key])
    const calls = all(plain).flatMap((agent) => agent.calls)
    const someName = fc.constantFrom('nobody', ...names)
    const at = fc.nat({ max: 3 })
    const correction: fc.Arbitrary<Correction> = fc.oneof(
      fc.record({ kind: fc.constant('place' as const), parent: someName, call: fc.constantFrom(null, ...calls), at }),
      fc.record({ kind: fc.constant('unlink' as const), at }),
      fc.record({ kind: fc.constant('hide' as const), at }),
    )
    const entries = fc.uniqueArray(fc.tuple(someName, correction), { maxLength: 6, selector: ([ref]) => ref })
    fc.assert(
      fc.property(entries, fc.nat({ max: 1000 }), (list, turn) => {
        const tree = treeOfSources(sources, new Map(list), 1)
        expectInvariants(tree)
        expect(sumOf(tree.usage)).toBe(sumOf(plain.usage))
        const rotated = sources.map((_, i) => sources[(i + turn) % sources.length] ?? sources[0]!)
        expect(treeOfSources(rotated, new Map([...list].reverse()), 2)).toEqual(tree)
      }),
      { numRuns: 60 },
    )
  })
})
