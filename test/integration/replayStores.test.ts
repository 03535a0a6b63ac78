import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareTree } from '../harness/compareTree'
import { judgeEnd } from '../harness/judgeReplayedRun'
import { makeSlots } from '../harness/makeSlots'
import { type ExpectedRun, openRecording, type Recording } from '../harness/recordings'
import { replayStore } from '../harness/replayStore'
import { readTree, runCli } from '../harness/runCli'
import type { StoreWriter } from '../harness/StoreWriter'
import { type StoreStage, withStoreStage } from '../harness/storeStage'
import { treeInvariants } from '../harness/treeInvariants'

const inSlot = makeSlots(6)
const parallel = openRecording('opencode', '1.18.34', 'parallel')
const nested = openRecording('opencode', '1.18.34', 'nested')
const unlogged = openRecording('opencode', '1.2.27', 'single')

/** Both watches add up to what a fresh process says. */
async function judgeNow({ workspace, watches }: StoreStage, run: ExpectedRun): Promise<string[]> {
  const tree = await readTree(run.uri, workspace.env)
  const ledgers = [watches.ofRun.get(run.uri), watches.live].flatMap((watch) => watch ?? [])
  const ends = await Promise.all(ledgers.map((watch) => judgeEnd(watch, tree)))
  return [...ends.flat(), ...treeInvariants(tree, workspace.root)]
}

async function judgeTrue(stage: StoreStage, run: ExpectedRun): Promise<string[]> {
  return [...(await judgeNow(stage, run)), ...compareTree(run, await readTree(run.uri, stage.workspace.env))]
}

/** Writes the first half of a recording, lets something happen, then another program writes the rest. */
function judgeInterrupted(
  recording: Recording,
  happen: (writer: StoreWriter, stage: StoreStage) => Promise<void>,
): Promise<string[]> {
  return withStoreStage(async (stage) => {
    const [run] = stage.runsOf(recording)
    if (!run) return ['no run in the recording']
    await stage.watches.open(run)
    const { schema, commits } = stage.commitsOf(recording)
    const half = Math.ceil(commits.length / 2)
    const first = await stage.write()
    for (const statement of schema) await first.run(statement)
    await replayStore(commits.slice(0, half), first, () => Promise.resolve())
    await happen(first, stage)
    const faults = await judgeNow(stage, run)
    const second = await stage.write()
    await replayStore(commits.slice(half), second, () => Promise.resolve())
    await second.kill()
    return [...faults, ...(await judgeTrue(stage, run))]
  })
}

describe.concurrent('a store that something happens to is told as a fresh process reads it', () => {
  for (const recording of [parallel, unlogged]) {
    test(`its writer is killed and started again: ${recording.name}`, async () => {
      expect(await inSlot(() => judgeInterrupted(recording, (writer) => writer.kill()))).toEqual([])
    })

    test(`its writer is killed in the middle of a transaction: ${recording.name}`, async () => {
      const happen = async (writer: StoreWriter) => {
        await writer.run(
          ['BEGIN IMMEDIATE'],
          ['UPDATE message SET time_updated = time_updated + 1'],
          ["DELETE FROM part WHERE id LIKE 'prt_%'"],
        )
        await writer.kill()
      }
      expect(await inSlot(() => judgeInterrupted(recording, happen))).toEqual([])
    })

    test(`its writer ends in peace and its log is deleted: ${recording.name}`, async () => {
      const happen = async (writer: StoreWriter, { path }: StoreStage) => {
        await writer.run(['PRAGMA wal_checkpoint(TRUNCATE)'])
        await writer.close()
        rmSync(`${path}-wal`, { force: true })
        rmSync(`${path}-shm`, { force: true })
      }
      expect(await inSlot(() => judgeInterrupted(recording, happen))).toEqual([])
    })
  }

  test('another database is put in its place', async () => {
    const judge = () =>
      withStoreStage(async (stage) => {
        const { workspace, watches, path } = stage
        const [[before], [after]] = [stage.runsOf(parallel), stage.runsOf(nested)]
        if (!before || !after) return ['no run in the recording']
        await watches.open(before)
        await watches.open(after)
        const other = join(workspace.folder, 'other', 'opencode.db')
        for (const [recording, at] of [
          [nested, other],
          [parallel, path],
        ] as const) {
          const writer = await stage.write(at)
          const { schema, commits } = stage.commitsOf(recording)
          for (const statement of schema) await writer.run(statement)
          for (const { statements } of commits) await writer.commit(...statements)
          await writer.run(['PRAGMA wal_checkpoint(TRUNCATE)'])
          if (at === path) await judgeNow(stage, before)
          await writer.close()
        }
        for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true })
        renameSync(other, path)
        const faults = await judgeTrue(stage, after)
        const isGone = () =>
          [watches.ofRun.get(before.uri), watches.live].every((watch) => watch?.ledger.agentsOf(before.uri).length === 0)
        await watches.live?.until('the old run to be gone', isGone, 8_000).catch(() => faults.push('the old run is still told'))
        const { code } = await runCli(['tree', before.uri, '--json'], workspace.env)
        return code === 0 ? [...faults, 'a fresh process still finds the old run'] : faults
      })
    expect(await inSlot(judge)).toEqual([])
  })
})
