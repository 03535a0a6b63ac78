import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { DoctorReport } from '../../src/shared/doctorReport'
import { openRecording, ROOT_VARIABLE } from '../harness/recordings'
import { readList, readTree, runCli } from '../harness/runCli'
import { type Environment, withWorkspace } from '../harness/workspace'

const RECORDINGS = {
  claude: openRecording('claude', '2.1.327', 'nested'),
  codex: openRecording('codex', '0.169.0', 'v2-tree'),
  opencode: openRecording('opencode', '1.18.34', 'nested'),
}
const CODEX_RUN = '01a1ee75-964b-7363-ae93-3b5c85dc3149'
/** `/root/facts/dates` of that run. */
const CODEX_DEEP = '01a1ee75-97ef-7762-b565-2ede94f7c26e'

function withThree<T>(work: (env: Environment) => Promise<T>): Promise<T> {
  return withWorkspace(async ({ env }) => {
    for (const [provider, recording] of Object.entries(RECORDINGS)) {
      cpSync(recording.root, env[ROOT_VARIABLE[provider] ?? ''] ?? '', { recursive: true })
    }
    return work(env)
  })
}

async function doctor(env: Environment): Promise<DoctorReport> {
  const { stdout } = await runCli(['doctor', '--json'], env)
  return JSON.parse(stdout) as DoctorReport
}

/** A port that was free a moment ago. */
async function addressOfNobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

describe.concurrent('three products in one home', () => {
  test('stand in one list, and each can be asked for alone', async () => {
    await withThree(async (env) => {
      const rows = await readList(env)
      expect(rows.map(({ uri }) => uri).sort()).toEqual(
        Object.values(RECORDINGS)
          .flatMap(({ runs }) => runs.map(({ uri }) => uri))
          .sort(),
      )
      for (const provider of Object.keys(RECORDINGS)) {
        const own = await readList(env, ['--provider', provider])
        expect(own.map((row) => row.provider)).toEqual([provider])
      }
    })
  })

  test('[S4.1] a Codex thread is found by the address that Codex gives it, be it a run or an agent of an agent', async () => {
    await withThree(async (env) => {
      expect((await readTree(`codex://threads/${CODEX_RUN}`, env)).uri).toBe(`codex://${CODEX_RUN}`)
      const canonical = await runCli([`codex://${CODEX_RUN}/${CODEX_DEEP}`], env)
      expect(canonical.stdout).toContain('mode: subagent')
      for (const spelling of [
        `codex://threads/${CODEX_DEEP}`,
        `agents://codex/${CODEX_RUN}/${CODEX_DEEP}`,
        `codex/${CODEX_DEEP}`,
      ]) {
        expect(await runCli([spelling], env), spelling).toMatchObject({ code: 0, stdout: canonical.stdout })
      }
      const stranger = await runCli([`codex://threads/${CODEX_RUN.replace('01a1', '01a2')}`], env)
      expect([stranger.code, stranger.stdout]).toEqual([1, ''])
      expect(stranger.stderr).toContain('no run')
    })
  })

  test('doctor names the folder of each, what lies in databases, and what cannot be seen', async () => {
    await withThree(async (env) => {
      const report = await doctor(env)
      expect(report.roots.map(({ provider, state, runs }) => [provider, state, runs])).toEqual([
        ['claude', 'found', 1],
        ['codex', 'found', 1],
        ['opencode', 'found', 1],
      ])
      expect(report.clis.map(({ provider }) => provider)).toEqual(['claude', 'codex', 'opencode'])
      expect(report.stores).toMatchObject([{ provider: 'opencode', path: 'opencode.db', conversations: 3 }])
      expect(report.limits).toContainEqual({ provider: 'codex', text: expect.stringContaining('app-server') })
      expect(report.problems).toEqual([])
      const text = await runCli(['doctor'], env)
      for (const words of ['opencode.db', '3 conversations', 'What cannot be seen']) expect(text.stdout).toContain(words)
    })
  })

  test('a server that was named and is not there is told with its state and why', async () => {
    await withThree(async (env) => {
      const url = await addressOfNobody()
      const report = await doctor({ ...env, UNDERSTORY_OPENCODE_SERVERS: url })
      const named = report.channels.find(({ name }) => name === url)
      expect(named).toMatchObject({ provider: 'opencode', state: 'down', note: 'nobody listens there' })
      expect(named?.retryAt).not.toBeNull()
      expect(report.limits).toContainEqual({ provider: 'opencode', text: `${url}: nobody listens there` })
    })
  })
})
