import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RolloutWitness } from '../../e2e/codex/RolloutWitness'
import { deriveReplay } from '../harness/deriveReplay'
import { judgeMiddle, judgeReplayedRun } from '../harness/judgeReplayedRun'
import { LIMIT_MS } from '../harness/judgeWatch'
import { makeSlots } from '../harness/makeSlots'
import { openWatch } from '../harness/openWatch'
import { ReplayWatches } from '../harness/ReplayWatches'
import { listRecordings, type Recording } from '../harness/recordings'
import { relocateRecording } from '../harness/relocateRecording'
import { LONGEST_GAP_MS, replayRecording } from '../harness/replayRecording'
import { ThreadOwners, threadOf } from '../harness/ThreadOwners'
import { type Workspace, withWorkspace } from '../harness/workspace'

const inSlot = makeSlots(6)
const LONGEST_MS = 1_200

interface Variant {
  /** Lines come in pieces and in bundles. */
  readonly isRagged: boolean
  /** The watches are open before the provider's root exists, and one more comes in the middle. */
  readonly isBeforeAll: boolean
}

async function judgeReplay(recorded: Recording, variant: Variant): Promise<string[]> {
  return withWorkspace(async (workspace) => {
    const project = join(workspace.folder, 'project')
    mkdirSync(project)
    const recording = relocateRecording(recorded, join(workspace.folder, 'recorded'), project)
    return judge(recording, project, workspace, variant)
  }, 'codex')
}

async function judge(recording: Recording, project: string, workspace: Workspace, variant: Variant): Promise<string[]> {
  const { root, env, folder } = workspace
  if (!variant.isBeforeAll) mkdirSync(root)
  const events = deriveReplay(recording, { isRagged: variant.isRagged, longestMs: LONGEST_MS })
  const middle = events[events.length >> 1]
  const watches = new ReplayWatches(env, await openWatch([], env))
  if (variant.isBeforeAll) for (const run of recording.runs) await watches.open(run)
  const owners = new ThreadOwners({
    recording,
    root,
    bin: join(folder, 'bin'),
    project,
    onHeld: (thread) => watches.noteLive(thread),
  })
  const witness = new RolloutWitness(root)
  witness.start()
  const faults: string[] = []
  try {
    await replayRecording(recording, events, root, owners, {
      isSplit: false,
      longestGapMs: LONGEST_GAP_MS,
      afterEvent: async (event) => {
        for (const run of recording.runs) {
          if (threadOf(event.path) === run.id) await watches.open(run)
          if (variant.isBeforeAll && event === middle) await watches.openLate(run)
        }
        if (variant.isBeforeAll && event === middle) faults.push(...(await judgeMiddle(recording.runs, watches, workspace)))
        if (event === events.at(-1)) await watches.untilLive(recording.runs)
      },
    })
    for (const run of recording.runs) faults.push(...(await judgeReplayedRun(run, watches, witness, workspace)))
  } finally {
    witness.stop()
    await watches.close()
  }
  return [...faults, ...watches.faults()]
}

const recordings = listRecordings('codex')

describe.concurrent(`a replayed recording of Codex is told as it happens, within ${LIMIT_MS} ms`, () => {
  for (const recording of recordings) {
    test(recording.name, async () => {
      expect(await inSlot(() => judgeReplay(recording, { isRagged: false, isBeforeAll: false }))).toEqual([])
    })
  }
})

describe.concurrent('half lines and bundles change nothing, nor that the watch was there before the root or came late', () => {
  for (const recording of recordings) {
    test(recording.name, async () => {
      expect(await inSlot(() => judgeReplay(recording, { isRagged: true, isBeforeAll: true }))).toEqual([])
    })
  }
})
