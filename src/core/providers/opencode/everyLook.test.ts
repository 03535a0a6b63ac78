import { describe, expect, it } from 'vitest'
import {
  feedSession,
  loadOpencodeRecording,
  opencodeRecordingNames,
  type RecordedSession,
  type StoreRecord,
} from '../../../testing/opencodeRecordings'
import { PatchClient } from '../../../testing/patchClient'
import { VIEW } from '../../../testing/recordings'
import { type Forest, newForest, runOf, setLiveness, treeOf } from '../../model/forest'
import { NOT_LIVE } from '../../model/phaseOf'
import type { Run } from '../../model/run'
import { opencode } from './opencode'

interface Step {
  readonly session: RecordedSession
  readonly record: StoreRecord
}

describe('after every record the patches so far are the tree of the records so far', () => {
  it.each(opencodeRecordingNames())('%s', (name) => {
    const { sessions } = loadOpencodeRecording(name)
    for (const run of new Set(sessions.map((session) => session.run))) {
      const steps = inTurns(sessions.filter((session) => session.run === run))
      // Comparing every prefix with a fresh reading of it is quadratic.
      const sparse = Math.ceil(steps.length / 60)
      const live = openRun(run)
      const client = new PatchClient()
      for (const [index, step] of steps.entries()) {
        live.push(step)
        client.take(live.run)
        if (index % sparse > 0 && index < steps.length - 1) continue
        const fresh = openRun(run)
        for (const past of steps.slice(0, index + 1)) fresh.push(past)
        expect(client.differences(treeOf(fresh.run, VIEW)), `record ${index} of ${run}`).toEqual([])
      }
    }
  })
})

/** A record of each session in turn, in every state that it had. */
function inTurns(sessions: readonly RecordedSession[]): Step[] {
  const queues = sessions.map((session) => {
    const records = session.history.length > 0 ? session.history : session.records
    return records.map((record): Step => ({ session, record }))
  })
  const longest = Math.max(...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? [])).flat()
}

/** A run that a process holds. */
function openRun(id: string): { readonly run: Run; push(step: Step): void } {
  const forest: Forest = newForest()
  const run = runOf(forest, opencode.id, id)
  setLiveness(run, { ...NOT_LIVE, live: true })
  const feeders = new Map<RecordedSession, ReturnType<typeof feedSession>>()
  return {
    run,
    push({ session, record }) {
      const feeder = feeders.get(session) ?? feedSession(forest, session)
      feeders.set(session, feeder)
      feeder.push(record)
      feeder.settle()
    },
  }
}
