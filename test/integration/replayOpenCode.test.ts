import { cpSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DatabaseWitness } from '../../e2e/opencode/DatabaseWitness'
import { StorageWitness } from '../../e2e/opencode/StorageWitness'
import { judgeMiddle, judgeReplayedRun } from '../harness/judgeReplayedRun'
import { LIMIT_MS } from '../harness/judgeWatch'
import { makeSlots } from '../harness/makeSlots'
import { ProductProgram } from '../harness/ProductProgram'
import { listRecordings, openRecording, type Recording } from '../harness/recordings'
import { LONGEST_GAP_MS, replayRecording } from '../harness/replayRecording'
import { replayStore, writesSession } from '../harness/replayStore'
import { storageReplay } from '../harness/storageReplay'
import { LONGEST_MS, withStoreStage } from '../harness/storeStage'

const inSlot = makeSlots(6)

/** `isBeforeAll`: the watches are open before the data folder exists, and one more comes in the middle. */
interface Variant {
  readonly isBeforeAll: boolean
}

function judgeDatabase(recording: Recording, { isBeforeAll }: Variant): Promise<string[]> {
  return withStoreStage(async (stage) => {
    const { workspace, watches } = stage
    const runs = stage.runsOf(recording)
    if (isBeforeAll) for (const run of runs) await watches.open(run)
    // A first start after an update finds what the older release left.
    const storage = join(recording.root, 'opencode', 'storage')
    if (existsSync(storage)) cpSync(storage, join(workspace.root, 'opencode', 'storage'), { recursive: true })
    const writer = await stage.write()
    const { schema, commits } = stage.commitsOf(recording)
    for (const statement of schema) await writer.run(statement)
    const witness = new DatabaseWitness(workspace.root)
    witness.start()
    const faults: string[] = []
    try {
      const middle = commits[commits.length >> 1]
      await replayStore(commits, writer, async (commit) => {
        for (const run of runs) {
          if (writesSession(commit, run.id)) watches.noteLive(run.id)
          if (writesSession(commit, run.id)) await watches.open(run)
          if (isBeforeAll && commit === middle) await watches.openLate(run)
        }
        if (isBeforeAll && commit === middle) faults.push(...(await judgeMiddle(runs, watches, workspace)))
      })
      await watches.untilLive(runs)
      await writer.kill()
      for (const run of runs) faults.push(...(await judgeReplayedRun(run, watches, witness, workspace)))
      return faults
    } finally {
      witness.stop()
    }
  })
}

function judgeStorage(recording: Recording, { isBeforeAll }: Variant): Promise<string[]> {
  return withStoreStage(async (stage) => {
    const { workspace, watches, project, bin } = stage
    const { root } = workspace
    const runs = stage.runsOf(recording)
    if (isBeforeAll) for (const run of runs) await watches.open(run)
    const program = await ProductProgram.start(bin, 'opencode', project)
    const events = storageReplay(recording, { project, longestMs: LONGEST_MS, beginsAt: Date.now() })
    const middle = events[events.length >> 1]
    const witness = new StorageWitness(root)
    witness.start()
    const owners = {
      translate: async (event: (typeof events)[number]) => event,
      after: () => Promise.resolve(),
      endAll: () => program.end(),
    }
    const faults: string[] = []
    try {
      await replayRecording(recording, events, root, owners, {
        isSplit: isBeforeAll,
        longestGapMs: LONGEST_GAP_MS,
        afterEvent: async (event) => {
          for (const run of runs) {
            const isOwn = event.path.includes('/session/') && basename(event.path) === `${run.id}.json`
            if (isOwn) watches.noteLive(run.id)
            if (isOwn) await watches.open(run)
            if (isBeforeAll && event === middle) await watches.openLate(run)
          }
          if (isBeforeAll && event === middle) faults.push(...(await judgeMiddle(runs, watches, workspace)))
          if (event === events.at(-1)) await watches.untilLive(runs)
        },
      })
      for (const run of runs) faults.push(...(await judgeReplayedRun(run, watches, witness, workspace)))
      return faults
    } finally {
      witness.stop()
      await program.end()
    }
  })
}

const recordings = listRecordings('opencode')
const isDatabase = ({ root }: Recording) => existsSync(join(root, 'opencode', 'opencode.db'))
const judge = (recording: Recording, variant: Variant) =>
  isDatabase(recording) ? judgeDatabase(recording, variant) : judgeStorage(recording, variant)

describe.concurrent(`a replayed store of OpenCode is told as it is written, within ${LIMIT_MS} ms`, () => {
  for (const recording of recordings) {
    test(recording.name, async () => {
      expect(await inSlot(() => judge(recording, { isBeforeAll: false }))).toEqual([])
    })
  }
})

/** One of each way to keep conversations, and what grows in unusual places. */
const BEFORE_ALL = [
  ...['1.0.185/single', '1.1.65/single', '1.2.27/single', '1.2.27/json-imported', '1.17.0/single'],
  ...['1.18.34/parallel', '1.18.34/nested', '1.18.34/resume', '1.18.34/background', '1.18.34/cross-process'],
]

describe.concurrent('watches that were there before the first table, or came in the middle, end with the same tree', () => {
  for (const name of BEFORE_ALL) {
    const [version = '', scenario = ''] = name.split('/')
    test(name, async () => {
      expect(await inSlot(() => judge(openRecording('opencode', version, scenario), { isBeforeAll: true }))).toEqual([])
    })
  }
})
