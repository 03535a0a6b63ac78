import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeWorkspace, removeWorkspace, type Workspace } from '../test/harness/workspace'
import { chatProtocol } from '../test/mocks/openai/chatProtocol'
import { responsesProtocol } from '../test/mocks/responses/responsesProtocol'
import { makeCodexHome } from './codex/codexHome'
import { CODEX_ROUTES } from './codex/codexScenarios'
import { RolloutWitness } from './codex/RolloutWitness'
import { installCli } from './installCli'
import { DatabaseWitness } from './opencode/DatabaseWitness'
import { OpenCodeServer } from './opencode/OpenCodeServer'
import { makeOpenCodeHome } from './opencode/openCodeHome'
import { OPENCODE_ROUTES } from './opencode/openCodeScenarios'
import { type OpenStage, openStage } from './openStage'

/**
 * Stories that are played with the newer release of each product only, because the older one cannot tell them. Each is asked of
 * both: should the older one learn it, its story has to be played too.
 */
let workspace: Workspace
let stage: OpenStage
beforeEach(() => {
  workspace = makeWorkspace('missing')
})
afterEach(async () => {
  await stage.close()
  removeWorkspace(workspace)
})

async function helpOf(...command: readonly string[]): Promise<string> {
  const program = stage.start([...command, '--help'], (text) => text)
  await program.ended
  return `${program.lines.join('\n')}\n${program.stderr()}`
}

test.each([
  ['1.0.185', { asks: false, forksInTerminal: false }],
  ['1.18.34', { asks: true, forksInTerminal: true }],
])('opencode %s: questions, forks in a terminal', async (version, abilities) => {
  stage = await openStage({
    workspace,
    cli: installCli('opencode', version),
    routes: OPENCODE_ROUTES,
    protocol: chatProtocol,
    witness: new DatabaseWitness(workspace.root),
    makeHome: (url) => makeOpenCodeHome(workspace, url, version === '1.0.185'),
  })
  const server = await OpenCodeServer.start(stage)
  const { routes, tools } = await server.abilities()
  await server.kill()
  expect(tools).toContain('task')
  expect(routes).toContain('/session/{sessionID}/fork')
  expect({
    asks: tools.includes('question') || routes.some((route) => route.includes('question')),
    forksInTerminal: (await helpOf('run')).includes('--fork'),
  }).toEqual(abilities)
})

test.each([
  // Who waits cannot be seen from outside: its server has no place where everybody could find it.
  ['0.105.0', { listensInHome: false, forksInTerminal: false, secondRuntime: false }],
  ['0.169.0', { listensInHome: true, forksInTerminal: true, secondRuntime: true }],
])('codex %s: a socket in its home, forks in a terminal, the second runtime', async (version, abilities) => {
  stage = await openStage({
    workspace,
    cli: installCli('codex', version),
    routes: CODEX_ROUTES,
    protocol: responsesProtocol,
    witness: new RolloutWitness(workspace.root),
    makeHome: (url) => makeCodexHome(workspace, url),
  })
  const server = await helpOf('app-server')
  expect(server).toContain('stdio://')
  const features = stage.start(['features', 'list'], (text) => text)
  await features.ended
  expect(features.lines.some((line) => /^multi_agent\s/.test(line))).toBe(true)
  expect({
    listensInHome: server.includes('unix://'),
    forksInTerminal: /^\s+fork\s/m.test(await helpOf('exec')),
    secondRuntime: features.lines.some((line) => /^multi_agent_v2\s/.test(line)),
  }).toEqual(abilities)
})
