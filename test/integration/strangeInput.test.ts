import { appendFileSync, chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DoctorReport } from '../../src/shared/doctorReport'
import type { TreeView } from '../../src/shared/views'
import { compareTree } from '../harness/compareTree'
import { openRecording } from '../harness/recordings'
import { findFile, insertLine, rewriteFile } from '../harness/rewriteFile'
import { readList, readTree, runCli } from '../harness/runCli'
import { treeInvariants } from '../harness/treeInvariants'
import { type Workspace, withPlacedRecording } from '../harness/workspace'

const nested = openRecording('claude', '2.1.327', 'nested')
const run = nested.runs[0]!
const lead = 'a70f6463a0dd1c927'

/** The recording, one file of it spoilt, and what a fresh process makes of that. */
function spoil(name: string, change: (bytes: Buffer) => Buffer): Promise<{ tree: TreeView; source: string; warning: string }> {
  return withPlacedRecording(nested, async ({ root, env }) => {
    const path = findFile(root, name)
    rewriteFile(path, change)
    const tree = await readTree(run.uri, env)
    expect([...compareTree(run, tree), ...treeInvariants(tree, root)]).toEqual([])
    const { stderr } = await runCli(['tree', run.uri], env)
    return { tree, source: relative(root, path), warning: stderr }
  })
}

const MAIN = `${run.id}.jsonl`
const AGENT = `agent-${lead}.jsonl`

describe.each([MAIN, AGENT])('strange bytes in %s leave the tree as it is', (name) => {
  test('a half-written last line', async () => {
    const { tree } = await spoil(name, (bytes) => Buffer.concat([bytes, Buffer.from('{"type":"user","message":{"ro')]))
    // The writer is in the middle of it: nothing is wrong yet.
    expect(tree.problems.filter((problem) => problem.code === 'bad_json')).toEqual([])
  })

  test('CRLF line ends', async () => {
    const { tree } = await spoil(name, (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'))
    expect(tree.problems).toEqual([])
  })

  test('a byte order mark', async () => {
    await spoil(name, (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]))
  })

  test('empty lines', async () => {
    const { tree } = await spoil(name, (bytes) => insertLine(insertLine(bytes, 3, Buffer.from('')), 2, Buffer.from('  ')))
    expect(tree.problems).toEqual([])
  })

  test('record types from the future', async () => {
    const { tree } = await spoil(name, (bytes) =>
      insertLine(bytes, 2, Buffer.from('{"type":"brand-new","uuid":"x","deep":[[[]]]}')),
    )
    expect(tree.problems).toEqual([])
  })

  test('a line of 50 MB', async () => {
    const huge = Buffer.from(`{"type":"attachment","attachment":{"type":"environment","text":"${'x'.repeat(50_000_000)}"}}`)
    await spoil(name, (bytes) => insertLine(bytes, 3, huge))
  })

  const garbage: Record<string, Buffer> = {
    'a line of plain text': Buffer.from('Segmentation fault (core dumped)'),
    'a cut record in the middle': Buffer.from('{"type":"user","message":{"role":"user","content":[{"type":"tool_resu'),
    'NUL bytes, as a power cut leaves them': Buffer.alloc(4096),
    'bytes that are no UTF-8': Buffer.from([0xff, 0xfe, 0x80, 0xc3, 0x28]),
    'JSON that is no record': Buffer.from('[1,2,3]'),
    'deep nesting': Buffer.from('['.repeat(100_000)),
  }
  for (const [what, bytes] of Object.entries(garbage)) {
    test(`${what} becomes a problem with its path, line and reason`, async () => {
      const { tree, source, warning } = await spoil(name, (file) => insertLine(file, 3, bytes))
      expect(tree.problems.map((problem) => [problem.source, problem.line])).toEqual([[source, 3]])
      expect(tree.problems[0]?.message).not.toBe('')
      expect(warning, 'a person is told as well').not.toBe('')
    })
  }

  test('a text with broken UTF-8 inside a record', async () => {
    await spoil(name, (bytes) => {
      const at = bytes.indexOf('"text":"')
      if (at > 0) bytes[at + 8] = 0xff
      return bytes
    })
  })
})

test('an unknown record type is counted in doctor, not lost in silence', async () => {
  await withPlacedRecording(nested, async ({ root, env }) => {
    rewriteFile(findFile(root, MAIN), (bytes) => insertLine(bytes, 2, Buffer.from('{"type":"brand-new"}')))
    const report = JSON.parse((await runCli(['doctor', '--json'], env)).stdout) as DoctorReport
    expect(report.unknownRecordTypes).toContainEqual(expect.objectContaining({ type: 'brand-new', count: 1 }))
  })
})

test('a broken meta file costs its evidence, not its agent', async () => {
  await withPlacedRecording(nested, async ({ root, env }) => {
    rewriteFile(findFile(root, `agent-${lead}.meta.json`), () => Buffer.from('{"toolUseId":'))
    const tree = await readTree(run.uri, env)
    expect(treeInvariants(tree, root)).toEqual([])
    expect([...tree.agents, ...tree.unplaced].map((agent) => agent.id)).toContain(lead)
    expect(tree.problems.map((problem) => problem.source)).toContainEqual(expect.stringContaining('.meta.json'))
  })
})

/** As root, permissions forbid nothing: the program runs as nobody then, who may write its state only. */
function asNobody({ folder, env }: Workspace): { uid?: number } {
  if (process.getuid?.() !== 0) return {}
  const uid = 65534
  mkdirSync(env['UNDERSTORY_HOME']!, { recursive: true })
  for (const path of [folder, dirname(env['UNDERSTORY_HOME']!)]) chmodSync(path, 0o755)
  chownSync(env['UNDERSTORY_HOME']!, uid, uid)
  return { uid }
}

describe('files that cannot be read', () => {
  test('an agent: the others stay, the problem names it', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      const path = findFile(workspace.root, AGENT)
      chmodSync(path, 0)
      const { code, stdout, stderr } = await runCli(['tree', run.uri, '--json'], workspace.env, asNobody(workspace))
      expect(code, stderr).toBe(0)
      const tree = JSON.parse(stdout) as TreeView
      expect(treeInvariants(tree, workspace.root)).toEqual([])
      expect(tree.agents.map((agent) => agent.id)).toContain(lead)
      expect(tree.problems.map((problem) => problem.source)).toContain(relative(workspace.root, path))
    })
  })

  test('the run itself: refused with the reason, and the list goes on', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      chmodSync(findFile(workspace.root, MAIN), 0)
      const options = asNobody(workspace)
      const list = await runCli(['list', '--json'], workspace.env, options)
      expect([list.code, Array.isArray(JSON.parse(list.stdout))]).toEqual([0, true])
      const doctor = await runCli(['doctor', '--json'], workspace.env, options)
      expect(doctor.stdout).toContain(MAIN)
    })
  })

  test('the root: said, not taken for empty', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      chmodSync(join(workspace.root, 'projects'), 0)
      const options = asNobody(workspace)
      const { code, stdout, stderr } = await runCli(['list', '--json'], workspace.env, options)
      expect([code, JSON.parse(stdout)]).toEqual([0, []])
      expect(stderr).not.toBe('')
      chmodSync(join(workspace.root, 'projects'), 0o755)
    })
  })
})

describe('folders that are no trees', () => {
  test('links that lead round in a circle', async () => {
    await withPlacedRecording(nested, async ({ root, env }) => {
      symlinkSync(join(root, 'projects'), join(root, 'projects', 'round'))
      symlinkSync('.', join(root, 'projects', '-home-dev-acme', 'here'))
      symlinkSync('loop', join(root, 'projects', 'loop'))
      expect((await readList(env)).map((row) => row.uri)).toEqual([run.uri])
      expect(compareTree(run, await readTree(run.uri, env))).toEqual([])
    })
  })

  test('a root that is a link, and names with odd characters', async () => {
    await withPlacedRecording(nested, async ({ folder, root, env }) => {
      const strange = join(root, 'projects', '-home-\nné "x"\u202e')
      mkdirSync(strange)
      writeFileSync(join(strange, 'not-a-session.jsonl'), '')
      symlinkSync(root, join(folder, 'linked'))
      const linked = { ...env, CLAUDE_CONFIG_DIR: join(folder, 'linked') }
      expect((await readList(linked)).map((row) => row.uri)).toEqual([run.uri])
      expect(compareTree(run, await readTree(run.uri, linked))).toEqual([])
    })
  })

  test('a file where a folder is due, a folder where a file is due', async () => {
    await withPlacedRecording(nested, async ({ root, env }) => {
      writeFileSync(join(root, 'projects', 'stray.txt'), 'x')
      mkdirSync(join(root, 'projects', '-home-dev-acme', '11111111-1111-4111-8111-111111111111.jsonl'))
      rmSync(join(root, 'sessions'), { recursive: true, force: true })
      appendFileSync(join(root, 'sessions'), 'x')
      expect((await readList(env)).map((row) => row.uri)).toEqual([run.uri])
    })
  })
})
