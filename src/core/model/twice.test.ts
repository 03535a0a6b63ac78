import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feedInto } from '../../testing/readRecording'
import { forestOf, loadRecording, type RecordedSource, recordingNames, VIEW } from '../../testing/recordings'
import { RUN, sourceAt, TranscriptWriter } from '../../testing/writeSession'
import { claude } from '../providers/claude/claude'
import { type Forest, resetSource, runOf, takeRunPatch, treeOf } from './forest'

describe('[S3.10] reading again changes nothing', () => {
  it.each(recordingNames())('%s', (name) => {
    const { sources } = loadRecording(name)
    const forest = forestOf(sources)
    const truth = show(forest)
    for (const source of sources) {
      const run = runOf(forest, 'claude', source.run)
      const shown = new Set<string>()
      takeRunPatch(run, shown, VIEW, 0)
      resetSource(run, source.path)
      feedInto(forest, claude, source, source.run).push(source.bytes)
      expect(show(forest)).toEqual(truth)
      expect(takeRunPatch(run, shown, VIEW, 0)).toMatchObject({ agents: [], removed: [] })
    }
  })
})

describe('a run that lies in two project folders counts once', () => {
  it.each(recordingNames())('%s, copied whole', (name) => {
    const { sources } = loadRecording(name)
    expect(show(forestOf([...sources, ...sources.map(elsewhere)]))).toEqual(show(forestOf(sources)))
  })

  it.each(recordingNames())('%s, the copy stopped earlier', (name) => {
    const { sources } = loadRecording(name)
    const truth = numbers(forestOf(sources))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.boolean(), (part, copyFirst) => {
        const copies = sources.map((source) => shortened(copyFirst ? before(source) : elsewhere(source), part / 1000))
        expect(numbers(forestOf([...sources, ...copies]))).toEqual(truth)
      }),
      { numRuns: 3 },
    )
  })

  it('adds up what each of two folders holds alone', () => {
    const first = new TranscriptWriter().prompt(0, 'first question').text(1, 'one')
    const rest = new TranscriptWriter()
    rest.lines.push('')
    rest.lines.push('')
    rest.prompt(10, 'second question').text(11, 'two')
    const tree = treeOf(runOf(forestOf([first.source(), elsewhere(rest.source())]), 'claude', RUN), VIEW)
    expect(tree.agents[0]).toMatchObject({ messages: 4, usage: { own: { requests: 2, output: 10 } } })
  })
})

function elsewhere(source: RecordedSource): RecordedSource {
  return sourceAt(source.path.replace('projects/', 'projects/~copy'), source.bytes.toString('latin1'), source.run, 'latin1')
}

function before(source: RecordedSource): RecordedSource {
  return sourceAt(source.path.replace('projects/', 'projects/!copy'), source.bytes.toString('latin1'), source.run, 'latin1')
}

/** Whole lines of the first `part` of a transcript; a side file stays whole. */
function shortened(source: RecordedSource, part: number): RecordedSource {
  if (source.spec.format === 'whole') return source
  const end = source.bytes.lastIndexOf(10, Math.floor(source.bytes.length * part))
  return { ...source, bytes: source.bytes.subarray(0, end + 1) }
}

/** Everything but where it was read. */
function show(forest: Forest): Record<string, unknown> {
  return mapRuns(forest, ({ problems, ...tree }) => ({
    ...tree,
    agents: tree.agents.map((agent) => ({ ...agent, source: null })),
    unplaced: tree.unplaced.map((agent) => ({ ...agent, source: null })),
    problems: [...new Set(problems.map((problem) => problem.message))],
  }))
}

function numbers(forest: Forest): Record<string, unknown> {
  return mapRuns(forest, (tree) =>
    [...tree.agents, ...tree.unplaced].map(
      ({ key, parent, usage, tools, messages, errors, started, updated, phase, activity }) => ({
        key,
        parent,
        usage,
        tools,
        messages,
        errors,
        started,
        updated,
        phase,
        activity,
      }),
    ),
  )
}

function mapRuns(forest: Forest, look: (tree: ReturnType<typeof treeOf>) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    [...forest.runs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([uri, run]) => [uri, look(treeOf(run, VIEW))]),
  )
}
