import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RunRow } from '../../src/shared/views'
import { compareTree } from '../harness/compareTree'
import { fingerprint } from '../harness/fingerprint'
import { openWatch } from '../harness/openWatch'
import { openRecording } from '../harness/recordings'
import { findFile, rewriteFile } from '../harness/rewriteFile'
import { type CliResult, readList, readTree, runCli, UNDERSTORY } from '../harness/runCli'
import { type Workspace, withPlacedRecording } from '../harness/workspace'

const nested = openRecording('claude', '2.1.327', 'nested')
const nestedRun = nested.runs[0]!
const agent = `${nestedRun.uri}/a70f6463a0dd1c927`

const READING = [
  ...[
    ['list', '--json'],
    ['list'],
    ['tree', nestedRun.uri],
    ['tree', nestedRun.uri, '--json'],
    ['transcript', agent, '--json'],
    ['transcript', agent],
  ],
  ...[
    [nestedRun.uri],
    [agent],
    ['-I', nestedRun.uri],
    ['stats', nestedRun.uri, '--json'],
    ['link', 'list', nestedRun.uri, '--json'],
    ['doctor', '--json'],
  ],
  ['demo', '--json', '--speed', '50'],
]

/** What a fresh process says of the run, whatever became of the state before. */
async function expectTruth({ env }: Workspace): Promise<void> {
  expect(compareTree(nestedRun, await readTree(nestedRun.uri, env))).toEqual([])
  expect((await readList(env)).map((row) => row.uri)).toEqual([nestedRun.uri])
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return names.filter((path) => statSync(path).isFile())
}

test('nothing outside UNDERSTORY_HOME is written', async () => {
  await withPlacedRecording(nested, async ({ folder, stateFolder, env }) => {
    const cwd = join(folder, 'cwd')
    const temporary = join(folder, 'tmp')
    for (const path of [cwd, temporary, stateFolder]) mkdirSync(path, { recursive: true })
    const outside = () => {
      const all = Object.entries(fingerprint(folder))
      return Object.fromEntries(
        all.filter(([name]) => !join(folder, name).startsWith(`${stateFolder}/`) && join(folder, name) !== stateFolder),
      )
    }
    const before = outside()
    for (const args of READING) {
      const { code, stderr } = await runCli(args, { ...env, TMPDIR: temporary }, { cwd })
      expect(code, `${args.join(' ')}: ${stderr}`).toBe(0)
      expect(outside(), args.join(' ')).toEqual(before)
    }
    const watch = await openWatch([nestedRun.uri], { ...env, TMPDIR: temporary })
    await watch.close()
    expect(outside()).toEqual(before)
  })
})

describe('the state is a help, never the truth', () => {
  test('deleting it loses nothing', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      await expectTruth(workspace)
      await expectTruth(workspace)
      rmSync(workspace.stateFolder, { recursive: true, force: true })
      await expectTruth(workspace)
    })
  })

  const spoilings: Record<string, (path: string) => void> = {
    'garbage in its files': (path) => writeFileSync(path, 'garbage\u0000\n'),
    'empty files': (path) => truncateSync(path, 0),
    'files cut in half': (path) => truncateSync(path, statSync(path).size >> 1),
    'one byte changed in each file': (path) =>
      rewriteFile(path, (bytes) => {
        const at = bytes.length >> 1
        if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ 0x55
        return bytes
      }),
  }
  for (const [name, change] of Object.entries(spoilings)) {
    test(name, async () => {
      await withPlacedRecording(nested, async (workspace) => {
        await expectTruth(workspace)
        for (const path of existsSync(workspace.stateFolder) ? filesBelow(workspace.stateFolder) : []) change(path)
        await expectTruth(workspace)
        await expectTruth(workspace)
      })
    })
  }

  test('files that grew, shrank, vanished and came back since the last start', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      const paths = filesBelow(join(workspace.root, 'projects'))
      const whole = new Map(paths.map((path) => [path, statSync(path).size]))
      await expectTruth(workspace)
      for (const path of paths) truncateSync(path, (whole.get(path) ?? 0) >> 1)
      await readList(workspace.env)
      for (const path of paths.filter((path) => path.includes('subagents'))) rmSync(path)
      await readList(workspace.env)
      await withPlacedRecording(nested, async (other) => {
        // Copied back file by file: new inodes, other times, the bytes of the recording.
        for (const path of paths) {
          const bytes = path.replace(workspace.root, other.root)
          execFileSync('cp', [bytes, path])
        }
      })
      await expectTruth(workspace)
    })
  })

  test('a file replaced by another of the same size and time is noticed by its head', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      const path = findFile(workspace.root, `${nestedRun.id}.jsonl`)
      const seconds = 1_750_000_000
      utimesSync(path, seconds, seconds)
      await expectTruth(workspace)
      rewriteFile(path, (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('/home/dev/acme', '/home/dev/amce'), 'latin1'))
      utimesSync(path, seconds, seconds)
      expect((await readTree(nestedRun.uri, workspace.env)).cwd).toBe('/home/dev/amce')
    })
  })
})

describe('where the state cannot be kept, the answer still comes, with a warning', () => {
  type Run = (...args: string[]) => Promise<CliResult>

  /** `list` keeps what it learned: it must say that it cannot. `tree` need not keep anything, but must answer. */
  const expectAnswers = async (run: Run): Promise<void> => {
    const list = await run('list', '--json')
    expect([list.code, (JSON.parse(list.stdout) as RunRow[]).map((row) => row.uri)], list.stderr).toEqual([0, [nestedRun.uri]])
    expect(list.stderr).toMatch(/^understory: .+\n$/)
    const tree = await run('tree', nestedRun.uri, '--json')
    expect([tree.code, compareTree(nestedRun, JSON.parse(tree.stdout))], tree.stderr).toEqual([0, []])
  }

  test('a file stands in its place', async () => {
    await withPlacedRecording(nested, async ({ folder, env }) => {
      writeFileSync(join(folder, 'occupied'), '')
      await expectAnswers((...args) => runCli(args, { ...env, UNDERSTORY_HOME: join(folder, 'occupied') }))
    })
  })

  test('its folder may not be written', async () => {
    await withPlacedRecording(nested, async ({ folder, stateFolder, env }) => {
      mkdirSync(stateFolder, { recursive: true })
      for (const path of [folder, join(stateFolder, '..')]) chmodSync(path, 0o755)
      chmodSync(stateFolder, 0o555)
      const options = process.getuid?.() === 0 ? { uid: 65534 } : {}
      await expectAnswers((...args) => runCli(args, env, options))
    })
  })

  test('no file may grow by a single byte', async () => {
    await withPlacedRecording(nested, async ({ env }) => {
      // A limit of zero blocks with its signal ignored: every write to a file fails as on a full disk, without being root.
      const script = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`
      await expectAnswers((...args) => {
        const { status, signal, stdout, stderr } = spawnSync('sh', ['-c', script, UNDERSTORY, ...args], {
          env: { ...env },
          encoding: 'utf8',
        })
        return Promise.resolve({ code: status, signal, stdout, stderr })
      })
    })
  })

  test.runIf(process.getuid?.() === 0 && process.platform === 'linux')('a full disk', async () => {
    await withPlacedRecording(nested, async ({ stateFolder, env }) => {
      mkdirSync(stateFolder, { recursive: true })
      execFileSync('sh', ['-c', 'mount -t tmpfs -o size=16k understory-test "$0"', stateFolder])
      try {
        spawnSync('sh', ['-c', 'cat /dev/zero > "$0"/filler', stateFolder])
        await expectAnswers((...args) => runCli(args, env))
      } finally {
        execFileSync('sh', ['-c', 'umount "$0"', stateFolder])
      }
    })
  })
})
