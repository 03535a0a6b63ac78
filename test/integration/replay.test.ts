import { mkdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeReplayedRun } from '../harness/judgeReplayedRun'
import { LIMIT_MS } from '../harness/judgeWatch'
import { makeSlots } from '../harness/makeSlots'
import { Observer } from '../harness/Observer'
import { openWatch } from '../harness/openWatch'
import { ReplayWatches } from '../harness/ReplayWatches'
import { listRecordings, type Recording, type ReplayEvent, readReplay } from '../harness/recordings'
import { LONGEST_GAP_MS, replayRecording } from '../harness/replayRecording'
import { StandIns } from '../harness/standIns'
import { withWorkspace } from '../harness/workspace'

const inSlot = makeSlots(3)

interface Variant {
  readonly isSplit: boolean
  /** Every watch is open before anything exists, the provider's root included; else one per run begins with its first record. */
  readonly isBeforeAll: boolean
}

/** A run is watched from its first record on; it is live as soon as a process registers for it. */
async function follow(event: ReplayEvent, recording: Recording, watches: ReplayWatches): Promise<void> {
  if (event.op === 'put' && event.path.startsWith('sessions/')) {
    const session = /"sessionId":"([^"]+)"/.exec(event.text)?.[1]
    if (session) watches.noteLive(session)
  }
  const run = recording.runs.find((candidate) => basename(event.path) === `${candidate.id}.jsonl`)
  if (event.op === 'grow' && run) await watches.open(run)
}

async function judgeReplay(recording: Recording, events: readonly ReplayEvent[], variant: Variant): Promise<string[]> {
  return withWorkspace(async (workspace) => {
    const { root, env } = workspace
    if (!variant.isBeforeAll) mkdirSync(root)
    const hasRegistry = events.some((event) => event.path.startsWith('sessions/'))
    const watches = new ReplayWatches(env, hasRegistry ? await openWatch([], env) : null)
    if (variant.isBeforeAll) for (const run of recording.runs) await watches.open(run)
    const observer = new Observer(root)
    observer.start()
    const faults: string[] = []
    try {
      await replayRecording(recording, events, root, new StandIns(events), {
        isSplit: variant.isSplit,
        longestGapMs: LONGEST_GAP_MS,
        afterEvent: (event) => follow(event, recording, watches),
      })
      for (const run of recording.runs) faults.push(...(await judgeReplayedRun(run, watches, observer, workspace)))
    } finally {
      observer.stop()
      await watches.close()
    }
    return [...faults, ...watches.faults()]
  })
}

/** One of each generation of the format, and what grows in unusual places. */
const SPLIT = [
  ...['1.0.128/parallel', '2.0.28/nested', '2.0.76/parallel', '2.0.76/twins', '2.1.2/background', '2.1.45/parallel'],
  ...['2.1.104/team-old', '2.1.147/agent-errors', '2.1.205/twins', '2.1.327/nested', '2.1.327/parallel', '2.1.327/workflow'],
]

const replays = listRecordings('claude').flatMap((recording) => {
  const events = readReplay(recording)
  return events ? [{ recording, events }] : []
})

describe.concurrent(`a replayed recording is told as it happens, within ${LIMIT_MS} ms`, () => {
  for (const { recording, events } of replays) {
    test(recording.name, async () => {
      expect(await inSlot(() => judgeReplay(recording, events, { isSplit: false, isBeforeAll: false }))).toEqual([])
    })
  }
})

describe.concurrent('writes cut in two change nothing, nor that the watch was there before the root', () => {
  for (const { recording, events } of replays.filter(({ recording }) => SPLIT.some((name) => recording.name.endsWith(name)))) {
    test(recording.name, async () => {
      expect(await inSlot(() => judgeReplay(recording, events, { isSplit: true, isBeforeAll: true }))).toEqual([])
    })
  }
})
