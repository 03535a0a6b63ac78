import { describe, expect, it } from 'vitest'
import type { AgentView, TreeView } from '../../shared/views'
import { forestOf, loadRecording, type RecordedSource, recordingNames, VIEW } from '../../testing/recordings'
import { ended, RUN, sideFile, TranscriptWriter, task } from '../../testing/writeSession'
import { runOf, treeOf } from './forest'

describe('[S3.3] without side files and ids in results, prompts alone find every pair and no wrong one', () => {
  it.each(recordingNames())('%s', (name) => {
    const { sources } = loadRecording(name)
    const bare = forestOf(sources.filter((source) => source.spec.role !== 'side' || source.spec.agent === null).map(withoutIds))
    for (const [uri, run] of forestOf(sources).runs) {
      const truth = pairs(treeOf(run, VIEW))
      const found = pairs(treeOf(runOf(bare, 'claude', uri.slice('claude://'.length)), VIEW))
      for (const [agent, pair] of found) {
        if (!pair.ambiguous) expect([agent, pair.call]).toEqual([agent, truth.get(agent)?.call])
      }
      const missing = [...truth].filter(([agent, pair]) => !found.has(agent) && !pair.isFork).map(([agent]) => agent)
      expect(missing).toEqual([])
    }
  })

  it('finds most of them that way', () => {
    let matched = 0
    let ambiguous = 0
    for (const name of recordingNames()) {
      const { sources } = loadRecording(name)
      const bare = sources.filter((source) => source.spec.role !== 'side' || source.spec.agent === null).map(withoutIds)
      for (const run of forestOf(bare).runs.values()) {
        for (const { link } of treeOf(run, VIEW).agents) {
          if (link.evidence === 'prompt-match') matched++
          if (link.evidence === 'prompt-match' && link.ambiguous) ambiguous++
        }
      }
    }
    expect(matched).toBeGreaterThan(150)
    expect(ambiguous).toBeLessThan(matched / 4)
  })
})

interface Pair {
  readonly call: string
  readonly ambiguous: boolean
  /** A fork begins with what its parent has heard, not with its call's prompt. */
  readonly isFork: boolean
}

function pairs(tree: TreeView): Map<string, Pair> {
  const found = new Map<string, Pair>()
  for (const { id, call, link, type, source } of [...tree.agents, ...tree.unplaced]) {
    if (id === null || call === null || source === null) continue
    found.set(id, { call, ambiguous: link.ambiguous, isFork: type === 'fork' })
  }
  return found
}

function withoutIds(source: RecordedSource): RecordedSource {
  const lines = source.bytes.toString('utf8').split('\n')
  return { ...source, bytes: Buffer.from(lines.map(withoutId).join('\n')) }
}

function withoutId(line: string): string {
  let record: { type?: unknown; toolUseResult?: unknown }
  try {
    record = JSON.parse(line)
  } catch {
    return line
  }
  if (record.type === 'progress') return '{"type":"progress"}'
  if (typeof record.toolUseResult !== 'object' || record.toolUseResult === null) return line
  const { agentId: _id, resumedAgentId: _resumed, ...rest } = record.toolUseResult as Record<string, unknown>
  return JSON.stringify({ ...record, toolUseResult: rest })
}

describe('equal prompts', () => {
  const main = () =>
    new TranscriptWriter().prompt(0, 'go').call(1, 'c1', task('look at everything')).call(2, 'c2', task('look at everything'))
  const twin = (id: string, at: number) => new TranscriptWriter(id).prompt(at, 'look at everything').text(at + 1, 'seen')

  it('[S3.5] pair by time and say that it is a guess', () => {
    const tree = see(main().source(), twin('b', 3).source(), twin('a', 4).source())
    expect(links(tree)).toEqual({ b: ['c1', 'prompt-match', true], a: ['c2', 'prompt-match', true] })
  })

  it('[S3.5] swap as soon as one result proves it', () => {
    const proven = main().result(9, 'c1', ended('a'))
    const tree = see(proven.source(), twin('b', 3).source(), twin('a', 4).source())
    expect(links(tree)).toEqual({ a: ['c1', 'explicit', false], b: ['c2', 'prompt-match', false] })
  })

  it('[S3.5] swap as soon as a side file proves it', () => {
    const tree = see(main().source(), twin('b', 3).source(), twin('a', 4).source(), sideFile('b', { toolUseId: 'c2' }))
    expect(links(tree)).toEqual({ a: ['c1', 'prompt-match', false], b: ['c2', 'explicit', false] })
  })

  it('[S3.29] are two agents with their own data', () => {
    const tree = see(main().source(), twin('b', 3).source(), twin('a', 4).text(9, 'more').source())
    expect(tree.agents.map((agent) => agent.usage.own.requests)).toEqual([2, 1, 2])
  })

  it.each([
    ['an empty prompt', '', 0],
    ['blanks', '  \n ', 0],
    ['a very short prompt', 'go on', 0],
    ['a telling one', 'go on, please', 2],
  ])('[S3.6] %s with two candidates', (_, prompt, matched) => {
    const asked = new TranscriptWriter().prompt(0, 'x').call(1, 'c1', task(prompt)).call(1, 'c2', task(prompt))
    const tree = see(asked.source(), ...['a', 'b'].map((id) => new TranscriptWriter(id).prompt(2, prompt).text(3, 'k').source()))
    expect(Object.values(links(tree)).filter(([call]) => call !== null)).toHaveLength(matched)
    expect(tree.agents.length + tree.unplaced.length).toBe(matched === 0 ? 5 : 3)
  })
})

describe('what is no match', () => {
  const long = 'Find out where the session cookie is read, and write down every place'
  it.each([
    ['[S3.7] a prefix', long.slice(0, -1), 2],
    ['[S3.7] an extension', `${long}.`, 2],
    ['[S3.7] the same words in capitals', long.toUpperCase(), 2],
    ['[S3.3] a child that began before its call', long, -3],
    ['[S3.4] a child that began after the window', long, 100_000],
  ])('%s', (_, prompt, at) => {
    const main = new TranscriptWriter().prompt(0, 'x').call(1, 'c1', task(long))
    expect(links(see(main.source(), new TranscriptWriter('a').prompt(at, prompt).source()))).toEqual({ a: [null, 'none', false] })
  })

  it('[S3.3] line ends, reminders and outer blanks make no difference', () => {
    const main = new TranscriptWriter().prompt(0, 'x').call(1, 'c1', task('one line\nand another'))
    const child = new TranscriptWriter('a').prompt(2, '  one line\r\nand another\n<system-reminder>mind this</system-reminder>\n')
    expect(links(see(main.source(), child.source()))).toEqual({ a: ['c1', 'prompt-match', false] })
  })

  it('[S3.4] a shorter window is applied to what is loaded already', () => {
    const main = new TranscriptWriter().prompt(0, 'x').call(1, 'c1', task(long))
    const run = runOf(forestOf([main.source(), new TranscriptWriter('a').prompt(61, long).source()]), 'claude', RUN)
    expect(links(treeOf(run, VIEW))).toEqual({ a: ['c1', 'prompt-match', false] })
    run.dirty = 'all'
    expect(links(treeOf(run, { ...VIEW, promptWindowMs: 30_000 }))).toEqual({ a: [null, 'none', false] })
  })
})

function see(...sources: RecordedSource[]): TreeView {
  return treeOf(runOf(forestOf(sources), 'claude', RUN), VIEW)
}

function links(tree: TreeView): Record<string, readonly [string | null, AgentView['link']['evidence'], boolean]> {
  const agents = [...tree.agents, ...tree.unplaced].filter((agent) => agent.id !== null && agent.id !== RUN)
  return Object.fromEntries(agents.map(({ id, call, link }) => [id, [call, link.evidence, link.ambiguous] as const]))
}
