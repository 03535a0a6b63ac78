import { describe, expect, it } from 'vitest'
import type { Health } from '../../shared/health'
import { ProviderId, RunUri } from '../../shared/ids'
import { noUsage } from '../../shared/totalTokens'
import type { RunRow } from '../../shared/views'
import type { Standstill } from '../drive/standstill'
import { useTold } from '../store/told'
import { countChoicesOf } from './countChoicesOf'
import { everyRun, matchRuns } from './matchRuns'
import { compareRuns, openRunOrder } from './runOrder'
import { daysAt, type RunsLines, sectionRuns } from './sectionRuns'
import { stepRun } from './stepRun'

const row = (name: string, some: Partial<RunRow> = {}): RunRow => ({
  uri: RunUri.parse(`p://${name}`),
  provider: ProviderId.parse('p'),
  id: name,
  title: name,
  cwd: null,
  project: null,
  version: null,
  started: null,
  updated: null,
  ended: null,
  live: false,
  status: 'completed',
  phase: 'completed',
  status_source: 'inferred',
  model: null,
  agents: { total: 0, running: 0, waiting: 0, failed: 0 },
  usage: noUsage,
  cost: { usd: null, complete: false, source: 'estimated' },
  sizeBytes: 0,
  forkedFrom: null,
  ...some,
})
const mapOf = (rows: readonly RunRow[]) => new Map(rows.map((each) => [each.uri, each]))
const entriesOf = (lines: RunsLines) => Array.from({ length: lines.count }, (_, index) => lines.at(index)!)
const titles = (rows: readonly RunRow[]) => rows.map(({ title }) => title)

describe('the order of runs', () => {
  it('a record does not make live runs change places', () => {
    const order = openRunOrder()
    const older = row('older', { live: true, started: '2026-11-18T10:00:00.000Z', updated: '2026-11-18T10:00:00.000Z' })
    const newer = row('newer', { live: true, started: '2026-11-18T11:00:00.000Z', updated: '2026-11-18T11:00:00.000Z' })
    const done = row('done', { updated: '2026-11-18T12:00:00.000Z' })
    expect(titles(order(mapOf([done, older, newer])))).toEqual(['newer', 'older', 'done'])
    expect(titles(order(mapOf([done, { ...older, updated: '2026-11-18T13:00:00.000Z' }, newer])))).toEqual([
      'newer',
      'older',
      'done',
    ])
    expect(titles(order(mapOf([done, newer, { ...older, live: false, updated: '2026-11-18T11:30:00.000Z' }])))).toEqual([
      'newer',
      'done',
      'older',
    ])
  })

  it('is the same as sorting everything, whatever changes', () => {
    const order = openRunOrder()
    let seed = 7
    const chance = (below: number): number => {
      seed = (seed * 16807) % 2147483647
      return seed % below
    }
    const rows = mapOf(
      Array.from({ length: 300 }, (_, index) => row(`r${index}`, { updated: `2026-11-0${1 + (index % 9)}T00:00:00.000Z` })),
    )
    order(rows)
    for (let round = 0; round < 50; round++) {
      for (let step = 0; step < 5; step++) {
        const name = `r${chance(400)}`
        const next = row(name, {
          live: chance(5) === 0,
          started: `2026-10-0${1 + chance(9)}T00:00:00.000Z`,
          updated: `2026-11-0${1 + chance(9)}T00:00:00.000Z`,
        })
        if (chance(4) === 0) rows.delete(next.uri)
        else rows.set(next.uri, next)
      }
      expect(order(rows)).toEqual([...rows.values()].sort(compareRuns))
    }
  })
})

// A Wednesday at noon, in whatever zone the test runs.
const noon = new Date(2026, 10, 18, 12).getTime()

describe('parts of the list', () => {
  const daysBack = (days: number): string => new Date(2026, 10, 18 - days, 12).toISOString()

  it('by time', () => {
    const rows = [
      row('live', { live: true, started: daysBack(3) }),
      row('a', { updated: daysBack(0) }),
      row('b', { updated: daysBack(1) }),
      row('c', { updated: daysBack(2) }),
      row('d', { updated: daysBack(3) }),
      row('e'),
    ]
    const sections = entriesOf(sectionRuns(rows, 'time', daysAt(noon))).flatMap((entry) =>
      entry.kind === 'section' ? [`${entry.label} ${entry.count}`] : [],
    )
    expect(sections).toEqual(['Now 1', 'Today 1', 'Yesterday 1', 'This week 1', 'Older 2'])
  })

  it('by project, in the order of the newest run, hostile names harmless', () => {
    const rows = [row('a', { project: 'web' }), row('b'), row('c', { project: 'api\u202e\n' }), row('d', { project: 'web' })]
    const lines = entriesOf(sectionRuns(rows, 'project', daysAt(noon))).map((entry) =>
      entry.kind === 'section' ? entry.label : entry.row.title,
    )
    expect(lines).toEqual(['web', 'a', 'd', 'No project', 'b', 'api\ufffd', 'c'])
  })
})

describe('arranging the runs', () => {
  const spent = (name: string, usd: number | null, total: number): RunRow =>
    row(name, {
      cost: { usd, complete: true, source: 'estimated' },
      agents: { total, running: 0, waiting: 0, failed: 0 },
      phase: name === 'bad' ? 'failed' : 'completed',
      provider: ProviderId.parse(name === 'bad' ? 'q' : 'p'),
      updated: new Date(2026, 10, name === 'bad' ? 1 : 18, 11).toISOString(),
    })
  const rows = [spent('cheap', 0.5, 9), spent('unknown', null, 1), spent('dear', 12, 2), spent('bad', 3, 4)]

  it('by cost, what is not known last; by agents; and as before while nothing is chosen', () => {
    expect(titles(openRunOrder('cost')(mapOf(rows)))).toEqual(['dear', 'bad', 'cheap', 'unknown'])
    expect(titles(openRunOrder('agents')(mapOf(rows)))).toEqual(['cheap', 'bad', 'dear', 'unknown'])
    expect(openRunOrder()(mapOf(rows))).toEqual([...rows].sort(compareRuns))
  })

  it('a row that grows takes its new place', () => {
    const order = openRunOrder('cost')
    order(mapOf(rows))
    const grown = rows.map((each) => (each.title === 'cheap' ? spent('cheap', 99, 9) : each))
    expect(titles(order(mapOf(grown)))).toEqual(['cheap', 'dear', 'bad', 'unknown'])
  })

  it('parts keep their own order whatever sorts the runs within them', () => {
    const sorted = openRunOrder('cost')(mapOf(rows))
    const words = (grouping: Parameters<typeof sectionRuns>[1]) =>
      entriesOf(sectionRuns(sorted, grouping, daysAt(noon))).map((entry) =>
        entry.kind === 'section' ? entry.label.toUpperCase() : entry.row.title,
      )
    expect(words('time')).toEqual(['TODAY', 'dear', 'cheap', 'unknown', 'OLDER', 'bad'])
    expect(words('status')).toEqual(['FAILED', 'bad', 'COMPLETED', 'dear', 'cheap', 'unknown'])
    expect(words('provider')).toEqual(['P', 'dear', 'cheap', 'unknown', 'Q', 'bad'])
    expect(words('nothing')).toEqual(['dear', 'bad', 'cheap', 'unknown'])
  })

  it('a run that stands still is where its row says so', () => {
    const works = { live: true, phase: 'running', agents: { total: 2, running: 1, waiting: 0, failed: 0 } } as const
    const asks = row('asks', { ...works, agents: { ...works.agents, waiting: 1 } })
    const all = [row('works', works), row('still', works), asks]
    const at = noon - 9000
    const stands: Standstill = { sinceMs: at, pauses: [{ from: at, to: Number.POSITIVE_INFINITY }] }
    const standstills = new Map([
      [RunUri.parse('p://works'), { ...stands, sinceMs: null }],
      [RunUri.parse('p://still'), stands],
      [asks.uri, stands],
    ])
    const parts = entriesOf(sectionRuns(all, 'status', daysAt(noon), standstills))
    expect(parts.map((entry) => (entry.kind === 'section' ? entry.label.toUpperCase() : entry.row.title))).toEqual([
      ...['NEEDS YOU', 'asks', 'RUNNING', 'works', 'PAUSED', 'still'],
    ])
    const found = (some: Partial<typeof everyRun>) => titles(matchRuns(all, { ...everyRun, ...some }, noon, standstills))
    expect([found({ text: 'paused' }), found({ text: 'running' })]).toEqual([['still', 'asks'], ['works']])
    expect([found({ phases: ['paused'] }), found({ phases: ['running'] })]).toEqual([['still'], ['works']])
    expect(countChoicesOf(all, standstills).phases).toEqual([
      ['running', 1],
      ['waiting', 1],
      ['paused', 1],
    ])
  })

  it('without parts a run is found where it stands', () => {
    const lines = sectionRuns(rows, 'nothing', daysAt(noon))
    expect([lines.count, lines.indexOf(rows[2]!.uri), lines.at(4)]).toEqual([4, 2, null])
  })
})

describe('keys in the list', () => {
  const days = daysAt(new Date(2026, 10, 18, 12).getTime())
  const rows = [row('Now one', { live: true }), row('Docs'), row('Deploy')]
  const lines = sectionRuns(rows, 'time', days)
  const press = (key: string, cursor: number | null) => {
    const from = cursor === null ? null : rows[cursor]!.uri
    const step = stepRun({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }, lines, from)
    return step?.kind === 'move' ? lines.indexOf(step.run) : step
  }

  it('step over the sections, and stop at the ends', () => {
    expect([
      press('ArrowDown', null),
      press('ArrowDown', 0),
      press('ArrowDown', 2),
      press('ArrowUp', 1),
      press('ArrowUp', 0),
    ]).toEqual([1, 3, null, 1, null])
    expect([press('Home', 2), press('End', 0), press('PageDown', 0), press('PageUp', 2)]).toEqual([1, 4, 4, 1])
  })

  it('go to the next title of a letter, and leave the keys of the window alone', () => {
    expect([press('d', 0), press('d', 1), press('x', 0), press('n', 0), press('Enter', 0)]).toEqual([
      3,
      4,
      null,
      null,
      { kind: 'open' },
    ])
  })
})

const found = { folder: '~/q', state: 'found', runs: 1, reason: null, remedy: null, program: null } as const
const quiet: Health = {
  providers: [],
  channels: [],
  watching: { mode: 'events', folders: 1, note: null, remedy: null },
  index: { done: 1, total: 1 },
  unknownRecordTypes: [],
  problems: 0,
  isDemo: false,
}

describe('the filter', () => {
  const rows = [
    row('Fix login', { project: 'web', live: true, phase: 'running', agents: { total: 3, running: 1, waiting: 1, failed: 0 } }),
    row('Fix invoice', { project: 'api', phase: 'failed' }),
    row('Docs', { provider: ProviderId.parse('q') }),
  ]

  it('finds every word, wherever it stands', () => {
    expect(titles(matchRuns(rows, { ...everyRun, text: ' WEB fix ' }, noon))).toEqual(['Fix login'])
    expect(titles(matchRuns(rows, { ...everyRun, text: 'p://docs' }, noon))).toEqual(['Docs'])
    expect(matchRuns(rows, everyRun, noon)).toBe(rows)
  })

  it('finds a run by its product and its status', () => {
    useTold.setState({ health: { ...quiet, providers: [{ ...found, id: 'q', label: 'Quill Code' }] } })
    expect(titles(matchRuns(rows, { ...everyRun, text: 'quill' }, noon))).toEqual(['Docs'])
    expect(titles(matchRuns(rows, { ...everyRun, text: 'needs you' }, noon))).toEqual(['Fix login'])
    useTold.setState({ health: null })
    expect(titles(matchRuns(rows, { ...everyRun, text: 'quill' }, noon))).toEqual([])
  })

  it('finds the runs of a time: those that did something in it', () => {
    const at = (day: number) => new Date(2026, 10, day, 10).toISOString()
    const timed = [
      row('live', { live: true, started: at(1) }),
      row('today', { started: at(18), updated: at(18) }),
      row('long', { started: at(2), updated: at(13) }),
      row('old', { started: at(2), updated: at(3) }),
      row('silent'),
    ]
    const during = (span: (typeof everyRun)['span']) => titles(matchRuns(timed, { ...everyRun, span }, noon))
    expect(during({ kind: 'today' })).toEqual(['live', 'today'])
    expect(during({ kind: 'days7' })).toEqual(['live', 'today', 'long'])
    expect(during({ kind: 'custom', from: '2026-11-02', to: '2026-11-10' })).toEqual(['live', 'long', 'old'])
    expect(during({ kind: 'custom', from: '', to: '' })).toEqual(titles(timed))
  })

  it('narrows by what a run shows', () => {
    expect(titles(matchRuns(rows, { ...everyRun, phases: ['waiting'] }, noon))).toEqual(['Fix login'])
    expect(titles(matchRuns(rows, { ...everyRun, providers: ['q'] }, noon))).toEqual(['Docs'])
    expect(titles(matchRuns(rows, { ...everyRun, projects: ['api', 'web'], isLiveOnly: true }, noon))).toEqual(['Fix login'])
  })
})
