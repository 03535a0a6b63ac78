import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../..')
const uri = 'claude://7d0c2f1a-6795-46e9-86cf-7fa70259e41a'
let folder = ''

// The whole program as a process, with an engine that knows one run.
const engineModule = `
import { fakeEngine, snapshotOf } from '${project}/src/testing/fakeEngine'
import { richRun } from '${project}/src/testing/sampleRuns'
export async function openEngine() {
  const tree = richRun()
  tree.agents = [...tree.agents, ...Array.from({ length: 4000 }, (_, i) => ({ ...tree.agents[1], key: 'x' + i, number: 100 + i }))]
  return fakeEngine({ trees: [tree], frames: [snapshotOf([tree])] })
}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understory-cli-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module","version":"0.0.0"}')
  await build({
    configFile: false,
    logLevel: 'error',
    root: project,
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'engine of the test',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('engine/openEngine') ? '\0engine' : null),
        load: (id) => (id === '\0engine' ? engineModule : null),
      },
    ],
    build: {
      ssr: join(project, 'src/cli/index.ts'),
      outDir: folder,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'cli.mjs' } },
    },
  })
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

type Watcher = (child: ReturnType<typeof spawn>, out: string) => void

function run(words: readonly string[], onOutput: Watcher = () => undefined): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  const child = spawn(process.execPath, [join(folder, 'cli.mjs'), ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    out += part
    onOutput(child, out)
  })
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    err += part
  })
  return new Promise((done) => child.on('close', (code, signal) => done({ code, signal, out, err })))
}

describe('the program as a process', () => {
  it('exit codes: 0, 1 and 2, data on stdout, the rest on stderr', async () => {
    const [help, later, usage, missing] = await Promise.all([
      run(['--help']),
      run(['search', 'word']),
      run(['tree', 'claude://x']),
      run(['tree', uri.replace('7', '8')]),
    ])
    expect([help.code, help.err]).toEqual([0, ''])
    expect(help.out).toContain('Usage: understory <command>')
    expect([later.code, later.out, later.err]).toEqual([1, '', 'understory: "search" is not in this version yet.\n'])
    expect([usage.code, usage.out]).toEqual([2, ''])
    expect(usage.err).toContain('Valid: ')
    expect([missing.code, missing.out]).toEqual([1, ''])
  })

  it('megabytes through a pipe arrive whole', async () => {
    const { code, out } = await run(['tree', uri, '--json'])
    expect(code).toBe(0)
    expect(out.length).toBeGreaterThan(2_000_000)
    expect((JSON.parse(out) as { agents: unknown[] }).agents.length).toBe(4000 + 20)
  })

  it('a closed pipe ends it quietly with 0', async () => {
    const closeAtOnce: Watcher = (child) => child.stdout?.destroy()
    for (const words of [
      ['tree', uri, '--json'],
      ['tree', uri],
      ['watch', '--json'],
    ]) {
      const ended = await run(words, closeAtOnce)
      expect([ended.code, ended.signal, ended.err], words.join(' ')).toEqual([0, null, ''])
    }
  })

  it('Ctrl-C ends watch with 0 and a whole last line', async () => {
    let sent = false
    const { code, signal, out } = await run(['watch', '--json'], (child, text) => {
      if (text.endsWith('\n') && !sent) sent = child.kill('SIGINT')
    })
    expect([code, signal]).toEqual([0, null])
    expect(out.endsWith('\n')).toBe(true)
    for (const line of out.trimEnd().split('\n')) JSON.parse(line)
  })
})
