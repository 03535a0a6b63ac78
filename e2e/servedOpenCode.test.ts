import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TreeView } from '../src/shared/views'
import { judgeFinalState } from '../test/harness/judgeWatch'
import { openWatch, type Watch } from '../test/harness/openWatch'
import { readList, readTree, runCli } from '../test/harness/runCli'
import { cleanEnvironment, type Environment, makeWorkspace, removeWorkspace, type Workspace } from '../test/harness/workspace'
import { chatProtocol } from '../test/mocks/openai/chatProtocol'
import { installCli } from './installCli'
import { DatabaseWitness } from './opencode/DatabaseWitness'
import { OpenCodeServer } from './opencode/OpenCodeServer'
import { makeOpenCodeHome } from './opencode/openCodeHome'
import * as runs from './opencode/openCodeRuns'
import { OPENCODE_ROUTES, SCENES } from './opencode/openCodeScenarios'
import { playRevived } from './opencode/playCutRuns'
import { ServerPlayer } from './opencode/ServerPlayer'
import { type OpenStage, openStage } from './openStage'
import { joinPlayed, type Played } from './playedRun'

const SETTLE_MS = 15_000
const NAMES = ['parallel-a', 'nested', 'background', 'continued-one', 'forked-three', 'revived-server']

/** The same tree, with the addresses that its records have where only a server tells of them. */
function served(tree: TreeView): unknown {
  return JSON.parse(JSON.stringify(tree).replaceAll('"opencode.db/', '"servers/'))
}

/** Runs of a server whose database a reader does not look for: only the server tells of them. */
describe('opencode 1.18.34, heard from its server alone', () => {
  let workspace: Workspace
  let stage: OpenStage
  let server: OpenCodeServer
  let heard: Watch
  let played: Played

  /** A person who looks into another home, for the first time. */
  const stranger = (name: string, servers = ''): Environment =>
    cleanEnvironment(join(workspace.folder, name), { UNDERSTORY_OPENCODE_SERVERS: servers })

  beforeAll(async () => {
    workspace = makeWorkspace('opencode')
    stage = await openStage({
      workspace,
      cli: installCli('opencode', '1.18.34'),
      routes: OPENCODE_ROUTES,
      protocol: chatProtocol,
      witness: new DatabaseWitness(workspace.root),
      makeHome: (url) => makeOpenCodeHome(workspace, url, false),
    })
    heard = await openWatch([], stranger('early'))
    server = await OpenCodeServer.start(stage)
    const player = new ServerPlayer(stage, server)
    // All at once and in one folder: what belongs to one must not show in another.
    const first = await Promise.all([
      player.plain(SCENES.parallelOverServer.prompt, (id) => runs.parallelRun('a', id)),
      player.plain(SCENES.nested.prompt, runs.nestedRun),
      player.background(),
      player.continued().then(async (one) => joinPlayed(one, await player.forked(one.runs[0]?.id ?? ''))),
    ])
    const revived = await playRevived(stage, server)
    server = revived.server
    played = joinPlayed(...first, revived.played)
  })

  afterAll(async () => {
    await heard?.close()
    await server?.kill()
    await stage?.close()
    removeWorkspace(workspace)
  })

  const uriOf = (name: string): string => played.runs.find((run) => run.name === name)?.uri ?? name

  test.each(NAMES)('%s: whoever comes late is told the same', async (name) => {
    const uri = uriOf(name)
    const env = stranger(`late-${name}`)
    expect(await readTree(uri, env)).toEqual(served(await readTree(uri, workspace.env)))
    const late = await openWatch([uri], env)
    expect(judgeFinalState(late.ledger, await readTree(uri, workspace.env))).toEqual([])
    await late.close()
  })

  test('the list, a transcript and doctor say it as well', async () => {
    // Named, as through a tunnel.
    const env = stranger('cli', `only,${server.url}`)
    expect(await readList(stranger('only', 'only'))).toEqual([])
    const uris = (rows: Awaited<ReturnType<typeof readList>>): string[] => rows.map(({ uri }) => uri).sort()
    expect(uris(await readList(env))).toEqual(uris(await readList(workspace.env)))
    const said = async (one: Environment): Promise<string> => {
      const { stdout } = await runCli(['transcript', uriOf('nested')], one)
      // A server does not say when it wrote down a prompt, only when the message was begun.
      return stdout.replaceAll(/\d\d:\d\d:\d\d/g, '')
    }
    expect(await said(env)).toBe(await said(workspace.env))
    const doctor = await runCli(['doctor'], env)
    expect(doctor.stdout).toContain('conversations')
    expect(doctor.stdout).toContain(server.url)
  })

  test.each(NAMES)('%s: heard from the beginning, over the death of its servers, it is what the database says', async (name) => {
    await server.kill()
    const tree = await readTree(uriOf(name), workspace.env)
    const isSame = (): boolean => judgeFinalState(heard.ledger, tree).length === 0
    await heard.until('the final state', isSame, SETTLE_MS).catch(() => undefined)
    expect(judgeFinalState(heard.ledger, tree)).toEqual([])
    expect(heard.ledger.faults).toEqual([])
  })

  test('[S1.7] where the agents stand is remembered while the watcher and the server are away, and is the same when both are back', async () => {
    await heard.close()
    const env = stranger('early')
    const file = join(env['UNDERSTORY_HOME'] ?? '', 'children.json')
    const remembered = JSON.parse(readFileSync(file, 'utf8')) as { children: { id: string; run: string; evidence: string }[] }
    const tree = await readTree(uriOf('nested'), workspace.env)
    const children = tree.agents.filter(({ parent }) => parent !== null).map(({ id }) => id)
    const own = remembered.children.filter(({ run }) => uriOf('nested').endsWith(run))
    expect(own.map(({ id }) => id).sort()).toEqual(children.sort())
    expect(new Set(remembered.children.map(({ evidence }) => evidence))).toEqual(new Set(['session']))
    server = await OpenCodeServer.start(stage)
    const again = await openWatch([], env)
    await again.until('the run', () => again.ledger.runs.has(uriOf('nested')), SETTLE_MS)
    expect(await readTree(uriOf('nested'), env)).toEqual(served(tree))
    await again.close()
    expect(again.ledger.faults).toEqual([])
  })
})
