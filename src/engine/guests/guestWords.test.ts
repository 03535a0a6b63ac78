import { afterEach, describe, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import type { LinkChange } from '../../shared/linkChange'
import type { TreeView } from '../../shared/views'
import { GUEST, GUEST_PROMPT, guestRoot, hostSession, openMixed, treeOf } from '../../testing/mixedRuns'
import type { TemporaryRoot } from '../../testing/temporaryRoot'
import { watchWith } from '../../testing/watchClient'
import { RUN } from '../../testing/writeSession'
import type { Engine } from '../engine'

const OTHER = 'bbbbbbbb-0000-4000-8000-000000000002'
const SESSION = `codex://${GUEST}`
const TELLING = { command: `codex exec "${GUEST_PROMPT.slice(0, 40)}"` }
const GUESSED = { command: 'codex exec go' }

const roots: TemporaryRoot[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await root.close()
})

async function open(...given: Parameters<typeof openMixed>): ReturnType<typeof openMixed> {
  const opened = await openMixed(...given)
  roots.push(opened.root)
  return opened
}

function say(engine: Engine, key: string, change: LinkChange, run = RUN, isDryRun = false) {
  return engine.changeLink(RunUri.parse(`claude://${run}`), AgentKey.parse(key), change, { isDryRun })
}

const under = (parent: string, call: string | null = null): LinkChange => ({
  ...{ kind: 'place', call },
  parent: AgentKey.parse(parent),
})
const undecided = ({ problems }: TreeView) => problems.filter(({ code }) => code === 'undecided_guest')

describe('a guest that a person says is none', () => {
  it.each(['unlink', 'hide'] as const)('%s: it leaves the run with all its agents and what they used', async (kind) => {
    const { root, engine } = await open(GUESSED)
    const { usage } = await treeOf(engine)
    const answer = await say(engine, 'toolu_shell', { kind })
    expect(answer).toMatchObject({
      ok: true,
      value: { before: { parent: RUN, call: 'toolu_shell' }, after: { parent: null, evidence: 'none', hidden: false } },
    })
    for (const one of [engine, await root.open({ roots: { claude: root.root, codex: `${root.state}/../other-home` } })]) {
      const tree = await treeOf(one)
      expect([tree.agents.length, tree.unplaced]).toEqual([1, []])
      expect([tree.usage.requests, usage.requests]).toEqual([2, expect.any(Number)])
      expect(usage.requests).toBeGreaterThan(2)
    }
  })

  it('comes back when that is undone, cleared or was only tried', async () => {
    const { engine } = await open(TELLING)
    await say(engine, SESSION, { kind: 'unlink' }, RUN, true)
    const whole = await treeOf(engine)
    expect(guestRoot(whole)?.key).toBe('toolu_shell')
    await say(engine, GUEST, { kind: 'unlink' })
    expect(await engine.undoLink(RunUri.parse(whole.uri))).toMatchObject({ ok: true, value: { after: { key: 'toolu_shell' } } })
    expect(await treeOf(engine)).toEqual(whole)
    expect(await engine.redoLink(RunUri.parse(whole.uri))).toMatchObject({ ok: true, value: { after: { parent: null } } })
    expect(guestRoot(await treeOf(engine))).toBeUndefined()
    await say(engine, GUEST, { kind: 'clear' })
    expect(await treeOf(engine)).toEqual(whole)
  })

  it('leaves and comes while somebody watches', async () => {
    const { engine } = await open(GUESSED)
    const client = await watchWith(engine, RunUri.parse(`claude://${RUN}`))
    const isShown = () => client.has(GUEST)
    await client.until(isShown)
    await say(engine, 'toolu_shell', { kind: 'unlink' })
    await client.until(() => !isShown())
    await engine.undoLink(RunUri.parse(`claude://${RUN}`))
    await client.until(isShown)
  })

  it('goes to the other run that may have started it', async () => {
    const { root, engine } = await open(GUESSED)
    root.write(hostSession({ run: OTHER, ...GUESSED }))
    expect(undecided(await treeOf(engine, OTHER))).toHaveLength(1)
    expect((await say(engine, GUEST, { kind: 'unlink' })).ok).toBe(true)
    const [mine, others] = [await treeOf(engine), await treeOf(engine, OTHER)]
    expect([guestRoot(mine), guestRoot(others)?.key]).toEqual([undefined, 'toolu_shell'])
    expect([mine, others].flatMap(undecided)).toEqual([])
  })
})

describe('a session that a person places', () => {
  it('stands where it was put although no call speaks for it', async () => {
    const { engine } = await open({ command: 'ls' })
    const answer = await say(engine, SESSION, under(RUN))
    expect(answer).toMatchObject({ ok: true, value: { before: { parent: null }, after: { parent: RUN, evidence: 'manual' } } })
    const tree = await treeOf(engine)
    const placed = { parent: RUN, uri: SESSION, provider: 'codex', link: { evidence: 'manual', ambiguous: false } }
    expect(guestRoot(tree)).toMatchObject(placed)
    expect(tree.agents).toHaveLength(5)
    await say(engine, GUEST, { kind: 'clear' })
    expect((await treeOf(engine)).agents).toHaveLength(1)
  })

  it('takes the call that it is given, and only one of its caller', async () => {
    const { engine } = await open({ command: 'codex exec "Write a poem about the sea"' })
    expect(guestRoot(await treeOf(engine))).toBeUndefined()
    expect(await say(engine, SESSION, under(RUN, 'toolu_none'))).toMatchObject({ ok: false, failure: { rule: 'unknown_id' } })
    expect(await say(engine, SESSION, under(RUN, 'toolu_shell'))).toMatchObject({
      ok: true,
      value: { after: { key: 'toolu_shell' } },
    })
    expect(guestRoot(await treeOf(engine))?.key).toBe('toolu_shell')
  })

  it('of two runs alike, stands where the person says, and neither calls it undecided any more', async () => {
    const { root, engine } = await open(TELLING)
    root.write(hostSession({ run: OTHER, ...TELLING }))
    await watchWith(engine, RunUri.parse(`claude://${RUN}`))
    expect(undecided(await treeOf(engine))).toHaveLength(1)
    expect((await say(engine, GUEST, under(OTHER, 'toolu_shell'), OTHER)).ok).toBe(true)
    const [mine, others] = [await treeOf(engine), await treeOf(engine, OTHER)]
    expect([guestRoot(mine), guestRoot(others)?.link.evidence]).toEqual([undefined, 'manual'])
    expect([mine, others].flatMap(undecided)).toEqual([])
  })

  it('is taken from the run that held it by a guess', async () => {
    const { root, engine } = await open(TELLING)
    root.write(hostSession({ run: OTHER, command: 'ls' }))
    const [mine, others] = [
      await watchWith(engine, RunUri.parse(`claude://${RUN}`)),
      await watchWith(engine, RunUri.parse(`claude://${OTHER}`)),
    ]
    await mine.until(() => mine.has(GUEST))
    await say(engine, SESSION, under(OTHER), OTHER)
    await mine.until(() => !mine.has(GUEST))
    await others.until(() => others.has(GUEST))
  })

  it('may be moved within its tree and keeps its place', async () => {
    const { engine } = await open(GUESSED)
    const child = (await treeOf(engine)).agents.find(({ depth }) => depth === 2)
    expect(await say(engine, 'toolu_shell', under(child?.key ?? ''))).toMatchObject({ ok: false, failure: { rule: 'cycle' } })
    expect(await say(engine, 'toolu_shell', under(RUN))).toMatchObject({ ok: true })
    expect(guestRoot(await treeOf(engine))).toMatchObject({ parent: RUN, link: { evidence: 'manual' } })
  })

  it('is refused where there is no such session', async () => {
    const { engine } = await open(GUESSED)
    for (const key of [SESSION.replace(/.$/, 'e'), `claude://${OTHER}`])
      expect(await say(engine, key, under(RUN))).toMatchObject({ ok: false, failure: { rule: 'unknown_id' } })
  })
})
