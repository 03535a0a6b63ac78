import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprint } from '../test/harness/fingerprint'
import { judgeFinalState } from '../test/harness/judgeWatch'
import { openWatch } from '../test/harness/openWatch'
import { readTree, runCli } from '../test/harness/runCli'
import { makeWorkspace, removeWorkspace, type Workspace } from '../test/harness/workspace'
import type { Product } from './installCli'
import type { CountTokens } from './judgePlayedRun'
import { judgeWatchedRun } from './judgeWatchedRun'
import type { OpenStage } from './openStage'
import type { Played, PlayedRun } from './playedRun'
import type { Stage } from './Stage'

export interface Playbill {
  readonly product: Product
  readonly version: string
  /** Every run that is to be played, by name. */
  readonly names: readonly string[]
  open(workspace: Workspace): Promise<OpenStage>
  play(stage: Stage): Promise<Played>
  readonly countTokens: CountTokens
  /** Files below the root that a reader's own looking may change: marks of readers in shared memory. */
  readonly shared?: RegExp
  /** All that the product itself makes in its folder, by name. */
  readonly made: RegExp
}

/** Name → fingerprint of everything that only the product may change. */
function productFiles(root: string, shared: RegExp | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(fingerprint(root)).filter(([name]) => !shared?.test(name)))
}

async function readEverything(run: PlayedRun, { workspace }: Stage): Promise<void> {
  const { uri } = run
  const commands = [
    ['list'],
    ['tree', uri],
    ['transcript', uri],
    [uri],
    ['-I', uri],
    ['stats', uri],
    ['link', 'list', uri],
    ['doctor'],
  ]
  for (const args of commands) {
    const { code, stderr } = await runCli(args, workspace.env)
    expect(code, `${args.join(' ')}: ${stderr}`).toBe(0)
  }
}

/** Somebody who looks only afterwards sees at once what the fresh tree says. */
async function judgeLateReader({ uri }: PlayedRun, { workspace }: Stage): Promise<string[]> {
  const late = await openWatch([uri], workspace.env)
  const faults = judgeFinalState(late.ledger, await readTree(uri, workspace.env))
  await late.close()
  return [...faults, ...late.ledger.faults]
}

/** Plays everything once, with Understory looking on, and judges each run apart. */
export function describePlays(playbill: Playbill): void {
  const { product, version, names, countTokens, shared, made } = playbill
  describe(`${product} ${version} at work`, () => {
    let stage: OpenStage
    let workspace: Workspace
    let played: Played = { runs: [], faults: [] }
    const runOf = (name: string): PlayedRun => {
      const run = played.runs.find((candidate) => candidate.name === name)
      if (!run) throw new Error(`${name} was not played`)
      return run
    }

    beforeAll(async () => {
      workspace = makeWorkspace(product)
      stage = await playbill.open(workspace)
      played = await playbill.play(stage)
    })

    afterAll(async () => {
      await stage?.close()
      removeWorkspace(workspace)
    })

    test.each(names)('%s', async (name) => {
      expect(await judgeWatchedRun(runOf(name), stage, countTokens)).toEqual([])
    })

    test('what waited for a person was shown, and nobody asked the model for anything unknown', () => {
      expect(played.faults).toEqual([])
      expect(stage.model.unknown).toEqual([])
      expect([...played.runs].map(({ name }) => name).sort()).toEqual([...names].sort())
    })

    test('a reader that starts late sees the same', async () => {
      for (const name of names) expect(await judgeLateReader(runOf(name), stage), name).toEqual([])
    })

    test('nothing of what the CLI left is touched', async () => {
      await stage.watch.close()
      expect(stage.watch.ledger.faults).toEqual([])
      const before = productFiles(workspace.root, shared)
      await readEverything(runOf(names[0] ?? ''), stage)
      expect(productFiles(workspace.root, shared)).toEqual(before)
      const top = Object.keys(before).filter((name) => name.split('/').length <= 2)
      expect(top.filter((name) => !made.test(name))).toEqual([])
    })
  })
}
