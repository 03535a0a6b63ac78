import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import type { LinkChange, LinkChanged, LinkRefusal } from '../../shared/linkChange'
import type { Result } from '../../shared/result'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { watchWith } from '../../testing/watchClient'
import { RUN, sideFile, TranscriptWriter, task } from '../../testing/writeSession'
import type { Engine } from '../engine'

const URI = RunUri.parse(`claude://${RUN}`)
const ALL = { provider: null, project: null, liveOnly: false, limit: null }
const unlink: LinkChange = { kind: 'unlink' }
const hide: LinkChange = { kind: 'hide' }
const clear: LinkChange = { kind: 'clear' }
const place = (parent: string, call: string | null = null): LinkChange => ({
  kind: 'place',
  parent: AgentKey.parse(parent),
  call,
})

const main = () =>
  new TranscriptWriter()
    .prompt(0, 'go')
    .call(1, 't1', task('task a'))
    .call(1.1, 't2', task('task b'))
    .call(1.2, 't3', task('left'))
const child = (id: string, prompt = `task ${id}`) => new TranscriptWriter(id).prompt(2, prompt).text(3, 'done')

let root: TemporaryRoot
let engine: Engine
beforeEach(async () => {
  root = makeTemporaryRoot()
  root.write(main().source())
  root.write(child('a').call(4, 't4', task('task c')).source())
  root.write(child('b').source())
  root.write(child('c').source())
  root.write(child('lost', 'nothing like it').source())
  engine = await root.open()
})
afterEach(() => root.close())

const say = (key: string, change: LinkChange, isDryRun = false) =>
  engine.changeLink(URI, AgentKey.parse(key), change, { isDryRun })

async function outline(by: Engine = engine): Promise<string> {
  const tree = await by.tree(URI)
  if (!tree.ok) throw new Error(tree.failure.message)
  const { agents, unplaced } = tree.value
  const names = new Map(
    [...agents, ...unplaced].map((agent) => [agent.key, agent.key === tree.value.root ? 'root' : (agent.id ?? agent.key)]),
  )
  const name = (key: string | null) => (key === null ? '' : `<${names.get(AgentKey.parse(key))}`)
  const line = (list: typeof agents) =>
    list.map((agent) => (agent.hidden ? `[${names.get(agent.key)}]` : `${names.get(agent.key)}${name(agent.parent)}`)).join(' ')
  return `${line(agents.slice(1))}|${line(unplaced)}`
}

const PLAIN = 'a<root b<root t3<root c<a|lost'

function ruleOf(answer: Result<LinkChanged, LinkRefusal>): string {
  return answer.ok ? 'ok' : answer.failure.rule
}

describe('[S3.14] a change of a link', () => {
  it('says where the agent stood and stands, and is in tree, list and links', async () => {
    const [row] = await engine.list(ALL)
    const answer = await say('c', place('b'))
    expect(answer).toEqual({
      ok: true,
      value: {
        before: { key: 't4', parent: 't1', call: 't4', evidence: 'prompt-match', hidden: false },
        after: { key: 't4', parent: 't2', call: 't4', evidence: 'manual', hidden: false },
      },
    })
    expect(await outline()).toBe('a<root b<root t3<root c<b|lost')
    await say('a', hide)
    const [hidden] = await engine.list(ALL)
    expect(hidden?.agents.total).toBe((row?.agents.total ?? 0) - 1)
    const links = await engine.links(URI)
    expect(links.ok && links.value.find(({ agent }) => agent === 'c')).toMatchObject({
      manual: true,
      winner: 'manual',
      conflict: null,
    })
  })

  it('tried only, it says the same and changes nothing', async () => {
    const tried = await say('lost', place(RUN, 't3'), true)
    expect(await outline()).toBe(PLAIN)
    expect(await say('lost', place(RUN, 't3'))).toEqual(tried)
    expect(await outline()).toBe('a<root b<root lost<root c<a|')
  })

  it('put onto a call that nobody answered to, the agent becomes the one of the call', async () => {
    const answer = await say('lost', place('t3'))
    expect(answer).toMatchObject({
      ok: true,
      value: { before: { key: 'lost', parent: null }, after: { key: 't3', parent: RUN } },
    })
    expect(await outline()).toBe('a<root b<root lost<root c<a|')
  })

  it('survives a new start, and other engines see it at once', async () => {
    const other = await root.open()
    expect(await outline(other)).toBe(PLAIN)
    expect((await other.list(ALL))[0]?.agents.total).toBe(4)
    await say('a', unlink)
    expect(await outline(other)).toBe('t1<root b<root t3<root|a lost c<a')
    expect(await outline(await root.open())).toBe('t1<root b<root t3<root|a lost c<a')
    expect((await other.list(ALL))[0]?.agents.total).toBe(3)
    expect((await (await root.open()).list(ALL))[0]?.agents.total).toBe(3)
  })

  it('said twice it is said once; clear gives back what the files say', async () => {
    await say('a', hide)
    await say('a', hide)
    expect(await say('a', clear)).toMatchObject({ ok: true, value: { before: { hidden: true }, after: { hidden: false } } })
    expect(await outline()).toBe(PLAIN)
    await engine.undoLink(URI)
    await engine.undoLink(URI)
    expect(ruleOf(await engine.undoLink(URI))).toBe('nothing_to_undo')
  })

  it('tells whoever follows the run what can be undone and done again', async () => {
    const client = await watchWith(engine, URI)
    const told = () => client.rows.get(URI)?.corrected
    expect(told()).toBeUndefined()
    await say('a', unlink)
    await client.until(() => told()?.canUndo === true && !told()?.canRedo)
    await engine.undoLink(URI)
    await client.until(() => told()?.canUndo === false && told()?.canRedo === true)
    expect((await watchWith(await root.open(), URI)).rows.get(URI)?.corrected).toEqual(told())
  })

  it('stays when its run is deleted and comes back', async () => {
    await say('c', place('b'))
    rmSync(root.at('projects'), { recursive: true })
    expect(ruleOf(await say('c', unlink))).toBe('unknown_id')
    root.write(main().source())
    root.write(child('a').call(4, 't4', task('task c')).source())
    root.write(child('b').source())
    root.write(child('c').source())
    expect(await outline()).toBe('a<root b<root t3<root c<b|')
  })

  it('[S3.13] evidence that comes later changes nothing and is told', async () => {
    await say('lost', place(RUN, 't3'))
    root.write(sideFile('lost', { toolUseId: 't9' }))
    const links = await engine.links(URI)
    expect(links.ok && links.value.find(({ agent }) => agent === 'lost')).toMatchObject({
      key: 't3',
      winner: 'manual',
      conflict: 'explicit evidence (meta.toolUseId) names the call t9',
    })
  })
})

describe('[S3.13] refused', () => {
  it.each<[string, string, LinkChange, string]>([
    ['under itself', 'a', place('a'), 'self'],
    ['onto the call of its own child', 'a', place('t4'), 'cycle'],
    ['below itself', 'a', place('c'), 'cycle'],
    ['the run itself', RUN, unlink, 'root'],
    ['an agent nobody knows', 'zz', hide, 'unknown_id'],
    ['a parent nobody knows', 'a', place('zz'), 'unknown_id'],
    ['an agent of another run', 'far', hide, 'other_run'],
    ['a parent in another run', 'a', place('far'), 'other_run'],
    ['another run', 'a', place('other'), 'other_run'],
    ['a call somebody has', 'lost', place(RUN, 't1'), 'call_taken'],
    ['a call of somebody else', 'lost', place('b', 't4'), 'unknown_id'],
    ['a call nobody made', 'lost', place(RUN, 't99'), 'unknown_id'],
    ['a call for a call', 't3', place('a', 't4'), 'no_agent'],
  ])('%s', async (_, key, change, rule) => {
    root.write(new TranscriptWriter(null, 'other').prompt(0, 'hello').source())
    root.write(new TranscriptWriter('far', 'other').prompt(1, 'far away').source())
    const answer = await say(key, change)
    expect(ruleOf(answer)).toBe(rule)
    expect(await outline()).toBe(PLAIN)
  })

  it('a clear that would close a circle', async () => {
    await say('c', place(RUN))
    await say('a', place('c'))
    expect(await outline()).toBe('b<root t3<root c<root a<c|lost')
    expect(ruleOf(await say('c', clear))).toBe('cycle')
    expect(await outline()).toBe('b<root t3<root c<root a<c|lost')
  })
})

describe('[S3.13] undo and redo', () => {
  it('go back and forth, over a new start too, until something else is done', async () => {
    await say('c', place('b'))
    await say('lost', place('c'))
    expect(await engine.undoLink(URI)).toMatchObject({ ok: true, value: { before: { parent: 't4' }, after: { parent: null } } })
    engine = await root.open()
    await engine.undoLink(URI)
    expect(await outline()).toBe(PLAIN)
    await engine.redoLink(URI)
    expect(await outline()).toBe('a<root b<root t3<root c<b|lost')
    await say('a', hide)
    expect(ruleOf(await engine.redoLink(URI))).toBe('nothing_to_redo')
    expect(await outline()).toBe('[a] b<root t3<root c<b|lost')
  })
})

describe('an open watch', () => {
  it('has the patch before the change is answered', async () => {
    const client = await watchWith(engine, URI)
    await say('lost', place(RUN, 't3'))
    expect(client.agents.get(`${URI} t3`)).toMatchObject({ id: 'lost', parent: RUN })
    expect(client.agents.has(`${URI} lost`)).toBe(false)
    const frames = client.frames.length
    await say('lost', place(RUN, 't3'))
    await say('lost', unlink, true)
    expect(client.frames).toHaveLength(frames)
    await engine.undoLink(URI)
    expect(client.agents.get(`${URI} t3`)).toMatchObject({ id: null })
    expect(client.frames.map(({ seq }) => seq)).toEqual(client.frames.map((_, i) => i))
  })

  it('has it within a moment when another process did it, of idle runs too', async () => {
    const [one, all] = [await watchWith(engine, URI), await watchWith(engine, null)]
    const other = await root.open()
    await other.changeLink(URI, AgentKey.parse('a'), hide, { isDryRun: false })
    const isHidden = (client: typeof one) => client.agents.get(`${URI} t1`)?.hidden === 'user'
    await one.until(() => isHidden(one))
    await all.until(() => isHidden(all))
    expect(all.rows.get(URI)?.agents.total).toBe(2)
  })
})

/** What a person may do at random, right or wrong; agents and calls by their place in the tree of that moment. */
const anyAct = fc.record({
  what: fc.constantFrom('place', 'call', 'unlink', 'hide', 'clear', 'undo', 'redo'),
  agent: fc.nat({ max: 20 }),
  other: fc.nat({ max: 20 }),
})
type AnyAct = typeof anyAct extends fc.Arbitrary<infer T> ? T : never

describe('whatever a person does', () => {
  it('a watch holds what a fresh reading finds, no circle is made, and all of it can be taken back', async () => {
    const before = await engine.tree(URI)
    const client = await watchWith(engine, URI)
    const act = async ({ what, agent, other }: AnyAct) => {
      const tree = await engine.tree(URI)
      if (!tree.ok) throw new Error(tree.failure.message)
      const all = [...tree.value.agents, ...tree.value.unplaced]
      const key = all[agent % all.length]?.key ?? tree.value.root
      const target = all[other % all.length]
      if (what === 'undo') return engine.undoLink(URI)
      if (what === 'redo') return engine.redoLink(URI)
      if (what === 'unlink' || what === 'hide' || what === 'clear') return say(key, { kind: what })
      return what === 'call' ? say(key, place(target?.parent ?? key, target?.call ?? null)) : say(key, place(target?.key ?? key))
    }
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 25 }), async (acts) => {
        for (const one of acts) {
          await act(one)
          const tree = await engine.tree(URI)
          if (!tree.ok) throw new Error(tree.failure.message)
          const found = [...tree.value.agents, ...tree.value.unplaced].map(
            (agent) => [`${URI} ${agent.key}`, { run: URI, ...agent }] as const,
          )
          expect(client.agents).toEqual(new Map(found))
          expect(found.filter(([, { link }]) => link.note.includes('not followed'))).toEqual([])
        }
        while ((await engine.undoLink(URI)).ok);
        expect(await engine.tree(URI)).toEqual(before)
      }),
      { numRuns: 8 },
    )
    expect(client.frames.map(({ seq }) => seq)).toEqual(client.frames.map((_, i) => i))
  }, 30_000)
})

describe('why an agent hangs where it does', () => {
  it('says where each piece of evidence was read', async () => {
    root.write(sideFile('b', { toolUseId: 't2' }))
    const found = await engine.links(URI)
    const row = (agent: string) => found.ok && found.value.find((one) => one.agent === agent || one.key === agent)
    const path = main().source().path
    expect(row('a')).toMatchObject({ evidence: [{ kind: 'prompt-match', source: { path, line: 2 } }], candidates: [] })
    expect(row('b')).toMatchObject({ evidence: [{ kind: 'explicit', source: { path: sideFile('b', {}).path, line: null } }] })
    expect(row('t3')).toMatchObject({ evidence: [{ source: { path, line: 4 } }] })
    expect(row('lost')).toMatchObject({
      evidence: [{ kind: 'none', source: { path, line: 4 } }],
      candidates: [{ parent: RUN, call: 't3', note: 'general-purpose task' }],
    })
  })
})
