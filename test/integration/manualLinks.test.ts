import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LinkChangeAnswer } from '../../src/shared/linkChange'
import type { LinkRow, TreeView } from '../../src/shared/views'
import { openWatch } from '../harness/openWatch'
import { openRecording } from '../harness/recordings'
import { readList, readTree, runCli } from '../harness/runCli'
import { treeInvariants } from '../harness/treeInvariants'
import { type Workspace, withPlacedRecording } from '../harness/workspace'

const nested = openRecording('claude', '2.1.327', 'nested')
const main = nested.runs[0]!.id
const uri = `claude://${main}`
const lead = 'a70f6463a0dd1c927'
const deepest = 'a253307378ea5a13f'
/** The other process looks once a second; the rest is for a busy machine. */
const LIMIT_MS = 20_000

type Env = Workspace['env']

async function link(env: Env, ...args: string[]): Promise<LinkChangeAnswer & { readonly code: number | null }> {
  const { code, stdout, stderr } = await runCli(['link', ...args, '--json'], env)
  expect(stderr).toBe('')
  // The engine's own schema is checked by its unit tests; here only what a script sees.
  return { ...(JSON.parse(stdout) as LinkChangeAnswer), code }
}

async function parentOf(env: Env, agent: string): Promise<string | null | undefined> {
  const tree = await readTree(uri, env)
  return parentIn(tree, agent)
}

function parentIn(tree: TreeView, agent: string): string | null | undefined {
  const all = [...tree.agents, ...tree.unplaced]
  const found = all.find((each) => each.id === agent)
  return found && (all.find((each) => each.key === found.parent)?.id ?? null)
}

/** The tree after every step keeps the promise of CONTRACT §4, whatever a person did. */
async function expectSound({ env, root }: Workspace): Promise<void> {
  expect(treeInvariants(await readTree(uri, env), root)).toEqual([])
}

describe('[S3.14] manual links over processes', () => {
  test('set, dry run, undo, redo, clear', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      const { env } = workspace
      const before = await readTree(uri, env)
      expect(parentIn(before, deepest)).not.toBe(main)
      const tried = await link(env, 'set', `${uri}/${deepest}`, '--parent', uri, '--dry-run')
      expect(await readTree(uri, env)).toEqual(before)
      const set = await link(env, 'set', `${uri}/${deepest}`, '--parent', uri)
      expect(set).toEqual(tried)
      expect(set).toMatchObject({ code: 0, ok: true, after: { parent: main, evidence: 'manual', hidden: false } })
      expect(await parentOf(env, deepest)).toBe(main)
      await expectSound(workspace)
      expect(await link(env, 'undo', uri)).toMatchObject({ code: 0, ok: true })
      expect(await readTree(uri, env)).toEqual(before)
      await link(env, 'redo', uri)
      expect(await parentOf(env, deepest)).toBe(main)
      await link(env, 'clear', `${uri}/${deepest}`)
      expect(await readTree(uri, env)).toEqual(before)
    })
  })

  test('hide takes all below it out of the totals of tree and list, and of no usage', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      const { env } = workspace
      const before = await readTree(uri, env)
      const [row] = await readList(env)
      await link(env, 'hide', `${uri}/${lead}`)
      const tree = await readTree(uri, env)
      expect(tree.agents.filter((agent) => agent.hidden === 'user').length).toBe(before.totals.agents - tree.totals.agents)
      expect(tree.totals.agents).toBeLessThan(before.totals.agents)
      expect(tree.usage).toEqual(before.usage)
      const [after] = await readList(env)
      expect(row?.agents.total).toBe(before.totals.agents)
      expect(after?.agents.total).toBe(tree.totals.agents)
      await expectSound(workspace)
    })
  })

  test('an unlinked agent is unplaced, and its call can be given back to it', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      const { env } = workspace
      const before = await readTree(uri, env)
      const { call } = before.agents.find((agent) => agent.id === lead)!
      await link(env, 'unlink', `${uri}/${lead}`)
      const loose = await readTree(uri, env)
      expect(loose.unplaced.map((agent) => agent.id)).toContain(lead)
      expect(loose.agents.find((agent) => agent.key === call)).toMatchObject({ id: null })
      await expectSound(workspace)
      const rows = JSON.parse((await runCli(['link', 'list', uri, '--json'], env)).stdout) as LinkRow[]
      const row = rows.find((each) => each.agent === lead)!
      expect(row).toMatchObject({ manual: true, winner: 'manual', conflict: expect.stringContaining('explicit') })
      expect(row.candidates).toContainEqual(expect.objectContaining({ parent: main, call }))
      const sources = row.evidence.flatMap(({ source }) => source ?? [])
      expect(sources.length).toBeGreaterThan(0)
      for (const { path } of sources) expect(path).toMatch(/^projects\//)
      await link(env, 'set', `${uri}/${lead}`, '--parent', uri, '--call', call!)
      expect(await parentOf(env, lead)).toBe(main)
      await expectSound(workspace)
    })
  })

  const refusals: Record<string, [args: string[], rule: string]> = {
    'under what is below it': [['set', `${uri}/${lead}`, '--parent', `${uri}/${deepest}`], 'cycle'],
    'under itself': [['set', `${uri}/${lead}`, '--parent', `${uri}/${lead}`], 'self'],
    'the run': [['hide', uri], 'root'],
    nobody: [['hide', `${uri}/a0000000000000000`], 'unknown_id'],
    'another run': [['set', `${uri}/${lead}`, '--parent', uri.replace(/.$/, (last) => (last === '0' ? '1' : '0'))], 'other_run'],
    'nothing to take back': [['undo', uri], 'nothing_to_undo'],
    'nothing to do again': [['redo', uri], 'nothing_to_redo'],
  }
  for (const [name, [args, rule]] of Object.entries(refusals)) {
    test(`refused with 1 and its rule: ${name}`, async () => {
      await withPlacedRecording(nested, async ({ env }) => {
        expect(await link(env, ...args)).toMatchObject({ code: 1, ok: false, rule, message: expect.stringMatching(/./) })
        const text = await runCli(['link', ...args], env)
        expect([text.code, text.stdout]).toEqual([1, ''])
        expect(text.stderr).toContain(`(${rule})`)
      })
    })
  }

  test('wrong use ends with 2', async () => {
    await withPlacedRecording(nested, async ({ env }) => {
      for (const args of [
        ['set', `${uri}/${lead}`],
        ['set', `${uri}/${lead}`, '--parent', 'claude://x'],
        ['hide'],
        ['frob', uri],
      ]) {
        const { code, stdout } = await runCli(['link', ...args, '--json'], env)
        expect([code, stdout], args.join(' ')).toEqual([2, ''])
      }
    })
  })

  test('a change by another process comes out of a watch that is open', async () => {
    await withPlacedRecording(nested, async ({ env }) => {
      const watch = await openWatch([uri], env)
      try {
        const node = () => [...watch.ledger.nodes.values()].find((agent) => agent.id === deepest)
        expect(node()?.hidden).toBeNull()
        await link(env, 'hide', `${uri}/${deepest}`)
        await watch.until('the agent is hidden', () => node()?.hidden === 'user', LIMIT_MS)
        await link(env, 'undo', uri)
        await watch.until('the agent is shown', () => node()?.hidden === null, LIMIT_MS)
        expect(watch.ledger.faults).toEqual([])
      } finally {
        await watch.close()
      }
    })
  })

  test('many processes at once lose nothing', async () => {
    await withPlacedRecording(nested, async (workspace) => {
      const { env } = workspace
      const agents = (await readTree(uri, env)).agents.flatMap((agent) => (agent.parent !== null && agent.id ? [agent.id] : []))
      const codes = await Promise.all(agents.map((agent) => link(env, 'hide', `${uri}/${agent}`)))
      expect(codes.map(({ code }) => code)).toEqual(agents.map(() => 0))
      for (const _ of agents) expect((await link(env, 'undo', uri)).code).toBe(0)
      expect((await link(env, 'undo', uri)).code).toBe(1)
    })
  })

  test('a garbled file is told of and kept', async () => {
    await withPlacedRecording(nested, async ({ env, stateFolder }) => {
      mkdirSync(stateFolder, { recursive: true })
      writeFileSync(join(stateFolder, 'links.json'), 'not ours')
      const tree = await runCli(['tree', uri, '--json'], env)
      expect([tree.code, JSON.parse(tree.stdout).uri]).toEqual([0, uri])
      expect(tree.stderr).toContain('links.json cannot be read')
      const { code, stderr } = await runCli(['link', 'hide', `${uri}/${lead}`, '--json'], env)
      expect([code, stderr]).toEqual([0, expect.stringContaining('kept as')])
      expect(readdirSync(stateFolder).filter((name) => name.includes('garbled'))).toHaveLength(1)
    })
  })

  test.runIf(process.getuid?.() !== 0)('a folder that cannot be written: 1, not_stored', async () => {
    await withPlacedRecording(nested, async ({ env, stateFolder }) => {
      mkdirSync(stateFolder, { recursive: true })
      chmodSync(stateFolder, 0o500)
      expect(await link(env, 'hide', `${uri}/${lead}`)).toMatchObject({ code: 1, rule: 'not_stored' })
      chmodSync(stateFolder, 0o700)
    })
  })
})
