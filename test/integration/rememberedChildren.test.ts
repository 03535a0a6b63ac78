import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DoctorReport } from '../../src/shared/doctorReport'
import { FOLDER, type SessionServer, startSessionServer } from '../../src/testing/sessionServer'
import { openWatch, type Watch } from '../harness/openWatch'
import { readList, readTree, runCli } from '../harness/runCli'
import { type Environment, withWorkspace } from '../harness/workspace'

const RUN = 'opencode://ses_run'
const SOON_MS = 20_000

const info = (id: string, more: object = {}) => ({
  ...{ id, directory: FOLDER, title: id, version: '1.18.34', time: { created: 100, updated: 100 } },
  ...more,
})
const CHILD = info('ses_child', { parentID: 'ses_run', title: 'Audit (@explore subagent)', agent: 'explore' })
const prompt = { id: 'msg_1', sessionID: 'ses_child', role: 'user', agent: 'explore', time: { created: 200 } }

const asking = (env: Environment, server: SessionServer): Environment => ({
  ...env,
  UNDERSTORY_OPENCODE_SERVERS: `only,${server.url}`,
})
const session = (type: string, of: object) => ({ id: 'e', type: `session.${type}`, properties: { info: of } })
const child = ({ ledger }: Watch) => ledger.agentsOf(RUN).find(({ id }) => id === 'ses_child')

async function withServer<T>(work: (server: SessionServer) => Promise<T>): Promise<T> {
  const server = await startSessionServer()
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

/** A server that has the run and its child, asked by programs that look and by one that watches. */
async function learn(stateFolder: string, home: Environment): Promise<void> {
  await withServer(async (server) => {
    server.answers.set('/path', { directory: FOLDER })
    server.answers.set('/session', [info('ses_run'), CHILD])
    server.answers.set('/session/ses_run/message', [])
    server.answers.set('/session/ses_child/message', [{ info: prompt, parts: [] }])
    const env = asking(home, server)
    expect((await readList(env)).map(({ uri }) => uri)).toEqual([RUN])
    expect((await readTree(RUN, env)).agents).toHaveLength(2)
    expect(existsSync(join(stateFolder, 'children.json'))).toBe(false)
    const watch = await openWatch([RUN], env)
    await watch.until('the child', () => child(watch) !== undefined, SOON_MS)
    await watch.close()
    expect(watch.ledger.faults).toEqual([])
  })
}

const stored = (stateFolder: string): { id: string; run: string; parent: string }[] =>
  (JSON.parse(readFileSync(join(stateFolder, 'children.json'), 'utf8')) as { children: [] }).children

test('[S1.7] over a restart of the watcher and of the server a child stands at its place before anybody has introduced it', async () => {
  await withWorkspace(async ({ env: home, stateFolder }) => {
    await learn(stateFolder, home)
    expect(stored(stateFolder)).toMatchObject([{ id: 'ses_child', run: 'ses_run', parent: 'ses_run' }])
    // Behind another port, and too busy to answer what it is asked.
    await withServer(async (server) => {
      const env = asking(home, server)
      const watch = await openWatch([], env)
      await server.streams(1)
      server.say(session('updated', info('ses_run')))
      server.say({ id: 'e', type: 'message.updated', properties: { sessionID: 'ses_child', info: prompt } })
      await watch.until('the child at its place', () => child(watch) !== undefined, SOON_MS)
      expect(child(watch)).toMatchObject({
        ...{ parent: 'ses_run', type: 'explore', description: 'Audit' },
        link: { evidence: 'explicit', note: 'session.parentID, as it was known before' },
      })
      server.say(session('updated', CHILD))
      await watch.until('its own word', () => child(watch)?.link.note === 'session.parentID', SOON_MS)
      const { stdout } = await runCli(['doctor', '--json'], env)
      expect((JSON.parse(stdout) as DoctorReport).remembered).toMatchObject({ children: 1, note: null })
      expect((await runCli(['doctor'], env)).stdout).toContain('1 place of agents that only servers tell of')
      for (const gone of [CHILD, info('ses_run')]) server.say(session('deleted', gone))
      await watch.until('the end of the run', () => watch.ledger.agentsOf(RUN).length === 0, SOON_MS)
      await watch.close()
      expect(watch.ledger.faults).toEqual([])
      expect(stored(stateFolder)).toEqual([])
    })
  })
})
