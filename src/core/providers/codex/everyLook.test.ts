import { describe, expect, it } from 'vitest'
import { codexRecordingNames, loadCodexRecording } from '../../../testing/codexRecordings'
import { faultsOf } from '../../../testing/faultsOf'
import { PatchClient } from '../../../testing/patchClient'
import { feedInto } from '../../../testing/readRecording'
import { type RecordedSource, VIEW } from '../../../testing/recordings'
import { newForest, runOf, setLiveness, treeOf } from '../../model/forest'
import { NOT_LIVE } from '../../model/phaseOf'
import type { Run } from '../../model/run'
import { codex } from './codex'

interface Line {
  readonly source: RecordedSource
  readonly bytes: Buffer
  readonly at: string
}

describe('after every line, in order of time, the patches so far are the tree of the lines so far', () => {
  it.each(codexRecordingNames())('%s', (name) => {
    const { sources } = loadCodexRecording(name)
    for (const run of new Set(sources.map((source) => source.run))) {
      const lines = inTime(sources.filter((source) => source.run === run))
      const live = openRun(run)
      const client = new PatchClient()
      for (const [index, line] of lines.entries()) {
        live.push(line)
        client.take(live.run)
        const fresh = openRun(run)
        for (const past of lines.slice(0, index + 1)) fresh.push(past)
        const tree = treeOf(fresh.run, VIEW)
        expect(client.differences(tree), `${line.source.path} at ${line.at}`).toEqual([])
        expect(faultsOf(tree)).toEqual([])
      }
    }
  })
})

function inTime(sources: readonly RecordedSource[]): Line[] {
  const lines = sources.flatMap((source) =>
    source.bytes
      .toString('utf8')
      .split(/(?<=\n)/)
      .map((text): Line => ({ source, bytes: Buffer.from(text), at: JSON.parse(text).timestamp })),
  )
  return lines.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** A run that a process holds. */
function openRun(id: string): { readonly run: Run; push(line: Line): void } {
  const forest = newForest()
  const run = runOf(forest, codex.id, id)
  setLiveness(run, { ...NOT_LIVE, live: true })
  const feeders = new Map<RecordedSource, ReturnType<typeof feedInto>>()
  return {
    run,
    push({ source, bytes }) {
      const feeder = feeders.get(source) ?? feedInto(forest, codex, source, id)
      feeders.set(source, feeder)
      feeder.push(bytes)
    },
  }
}
