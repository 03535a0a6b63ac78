import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codexForestOf, codexRecordingNames, loadCodexRecording } from '../../../testing/codexRecordings'
import { type Feeder, feedInto } from '../../../testing/readRecording'
import { type RecordedSource, VIEW } from '../../../testing/recordings'
import { type Forest, newForest, resetSource, runOf, treeOf } from '../../model/forest'
import { codex } from './codex'

const names = codexRecordingNames()

const schedule = fc.record({
  steps: fc.array(fc.record({ file: fc.nat({ max: 1000 }), bytes: fc.integer({ min: 1, max: 9000 }), looks: fc.boolean() }), {
    maxLength: 40,
  }),
  rotation: fc.nat({ max: 1000 }),
})

describe('[S3.10] any order of files and chunks, looked at whenever, gives one tree', () => {
  it.each(names)('%s', (name) => {
    const { sources } = loadCodexRecording(name)
    const truth = treesOf(codexForestOf(sources))
    fc.assert(
      fc.property(schedule, ({ steps, rotation }) => {
        const forest = newForest()
        const feeders = sources.map((source) => openFeeder(forest, source))
        for (const { file, bytes, looks } of steps) {
          feeders[file % feeders.length]?.(bytes)
          if (looks) treesOf(forest)
        }
        feeders.forEach((_, i) => void feeders[(i + rotation) % feeders.length]?.(Number.MAX_SAFE_INTEGER))
        expect(treesOf(forest)).toEqual(truth)
      }),
      { numRuns: 20 },
    )
  })
})

describe('[S3.10] reading again changes nothing', () => {
  it.each(names)('%s', (name) => {
    const { sources } = loadCodexRecording(name)
    const forest = codexForestOf(sources)
    const truth = treesOf(forest)
    for (const source of sources) {
      resetSource(runOf(forest, 'codex', source.run), source.path)
      feedInto(forest, codex, source, source.run).push(source.bytes)
      expect(treesOf(forest)).toEqual(truth)
    }
  })

  it.each(names)('%s, archived while it was read', (name) => {
    const { sources } = loadCodexRecording(name)
    const copies = sources.map((source) => ({ ...source, path: source.path.replace(/^.*\//, 'archived_sessions/') }))
    const places = (text: string) => text.replace(/"path":"[^"]*"/g, '"path":""')
    const plain = (forest: Forest) => Object.entries(treesOf(forest)).map(([uri, tree]) => [uri, places(tree)])
    expect(plain(codexForestOf([...sources, ...copies]))).toEqual(plain(codexForestOf(sources)))
  })
})

describe('a file cut at any byte, then finished, is the file', () => {
  it.each(names)('%s', (name) => {
    const { sources } = loadCodexRecording(name)
    const truth = treesOf(codexForestOf(sources))
    for (const source of sources) {
      for (let cut = 1; cut < source.bytes.length; cut += Math.ceil(source.bytes.length / 9)) {
        const forest = codexForestOf(sources.filter((other) => other !== source))
        const feed = openFeeder(forest, source)
        feed(cut)
        treesOf(forest)
        feed(Number.MAX_SAFE_INTEGER)
        expect(treesOf(forest)).toEqual(truth)
      }
    }
  })

  it('2 of the smallest, byte by byte', () => {
    const { sources } = loadCodexRecording('0.105.0/v1-failure')
    const truth = treesOf(codexForestOf(sources))
    for (const source of [...sources].sort((a, b) => a.bytes.length - b.bytes.length).slice(0, 2)) {
      const forest = codexForestOf(sources.filter((other) => other !== source))
      const feed = openFeeder(forest, source)
      for (let at = 0; at < source.bytes.length; at++) feed(1)
      expect(treesOf(forest)).toEqual(truth)
    }
  })
})

function openFeeder(forest: Forest, source: RecordedSource): (bytes: number) => void {
  let feeder: Feeder | null = null
  let at = 0
  return (bytes) => {
    feeder ??= feedInto(forest, codex, source, source.run)
    feeder.push(source.bytes.subarray(at, at + bytes))
    at = Math.min(source.bytes.length, at + bytes)
  }
}

function treesOf(forest: Forest): Record<string, string> {
  const runs = [...forest.runs].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(runs.map(([uri, run]) => [uri, JSON.stringify(treeOf(run, VIEW))]))
}
