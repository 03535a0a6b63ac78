import { describe, expect, it } from 'vitest'
import { faultsOf } from '../../testing/faultsOf'
import { feedInto } from '../../testing/readRecording'
import { forestOf, loadRecording, type RecordedSource, recordingNames, VIEW } from '../../testing/recordings'
import { sourceAt, TranscriptWriter, task } from '../../testing/writeSession'
import { claude } from '../providers/claude/claude'
import { newForest, runOf, takeRunPatch, treeOf } from './forest'

/** Comparing every prefix with a fresh reading of it is quadratic: recordings larger than this are looked at now and then. */
const WHOLE_BYTES = 25_000

describe('after every line the patches so far are the tree of the lines so far', () => {
  it.each(recordingNames())('%s', (name) => {
    const { sources } = loadRecording(name)
    const bytes = sources.reduce((sum, source) => sum + source.bytes.length, 0)
    lookAlways(sources, Math.ceil(bytes / WHOLE_BYTES) ** 2)
  })

  it('where a first record has no time, and the next one has', () => {
    const undated = (writer: TranscriptWriter): RecordedSource => {
      const { path, bytes, run } = writer.source()
      return sourceAt(path, bytes.toString('utf8').replace(/"timestamp":"[^"]*",/, ''), run)
    }
    const main = new TranscriptWriter().prompt(0, 'go').call(1, 'c1', task('the same task')).call(2, 'c2', task('the same task'))
    const first = new TranscriptWriter('a').prompt(9, 'the same task').text(9, 'k')
    lookAlways([main.source(), new TranscriptWriter('b').prompt(3, 'the same task').source(), undated(first)], 1)
  })

  it('where a response names its model late', () => {
    const child = new TranscriptWriter('a').prompt(2, 'task')
    const usage = { input_tokens: 7, output_tokens: 3 }
    for (const model of [null, 'claude-opus-4-5'])
      child.record(3, { type: 'assistant', message: { id: 'm', model, usage, content: [], stop_reason: null } })
    lookAlways([new TranscriptWriter().prompt(0, 'go').call(1, 'c', task('task')).source(), child.source()], 1)
  })

  it('where two agents hold one response', () => {
    const usage = { input_tokens: 7, output_tokens: 3 }
    const message = { id: 'm', model: 'claude-opus-4-5', usage, content: [], stop_reason: null }
    const main = new TranscriptWriter().prompt(0, 'go').call(1, 'c1', task('task a')).call(1, 'c2', task('task b'))
    const child = (id: string) => new TranscriptWriter(id).prompt(2, `task ${id}`).record(3, { type: 'assistant', message })
    lookAlways([main.source(), child('b').source(), child('a').source()], 1)
  })
})

/** Feeds file after file, line by line, looking after each; every `sparse`-th look is compared with a fresh reading. */
function lookAlways(sources: readonly RecordedSource[], sparse: number): void {
  const forest = newForest()
  const clients = new Map<string, { shown: Set<string>; agents: Map<string, unknown> }>()
  const done: RecordedSource[] = []
  let looks = 0
  for (const source of sources) {
    const feeder = feedInto(forest, claude, source, source.run)
    const run = runOf(forest, 'claude', source.run)
    const client = clients.get(source.run) ?? { shown: new Set<string>(), agents: new Map<string, unknown>() }
    clients.set(source.run, client)
    let start = 0
    while (start < source.bytes.length) {
      const stop = source.spec.format === 'whole' ? -1 : source.bytes.indexOf(10, start)
      const end = stop < 0 ? source.bytes.length : stop + 1
      feeder.push(source.bytes.subarray(start, end))
      start = end
      const patch = takeRunPatch(run, client.shown, VIEW, 0)
      for (const key of patch.removed) client.agents.delete(key)
      for (const view of patch.agents) client.agents.set(view.key, view)
      if (looks++ % sparse > 0 && start < source.bytes.length) continue
      const fresh = runOf(forestOf([...done, { ...source, bytes: source.bytes.subarray(0, end) }]), 'claude', source.run)
      const tree = treeOf(fresh, VIEW)
      expect(faultsOf(tree)).toEqual([])
      const all = [...tree.agents, ...tree.unplaced]
      expect(all.map((view) => client.agents.get(view.key))).toEqual(all)
      expect(client.agents.size).toBe(all.length)
    }
    done.push(source)
  }
}
