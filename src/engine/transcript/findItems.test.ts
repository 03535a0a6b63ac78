import { appendFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import type { FoundItems } from '../../shared/transcriptParts'
import { askPage, LONGEST_MESSAGE } from '../../testing/askPage'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { RUN, TranscriptWriter } from '../../testing/writeSession'
import type { Engine } from '../engine'

const run = RunUri.parse(`claude://${RUN}`)
const target = { run, key: null }
let place: TemporaryRoot
let engine: Engine
let page: ReturnType<typeof askPage>

beforeEach(async () => {
  place = makeTemporaryRoot()
  engine = await place.open()
  page = askPage(engine)
})
afterEach(async () => {
  expect(page.longest()).toBeLessThan(LONGEST_MESSAGE)
  await place.close()
})

const write = (writer: TranscriptWriter) => place.write(writer.source())

describe('looking through a transcript', () => {
  const session = () =>
    new TranscriptWriter()
      .prompt(0, 'Straße, "quoted" and C:\\temp\nGRÜẞE')
      .call(1, 'c', { command: 'grep -r needle /srv', nested: [{ deeper: 'Haystack' }] }, 'Bash')
      .result(5, 'c', null, { content: 'ﬁrst ΣΊΣΥΦΟΣ', is_error: true })
      .text(6, 'a \u001b[31mred\u001b[0m word, K for Kelvin')
      .call(7, 'd', { command: 'sleep' }, 'Bash')
      .call(8, 'e', { file_path: '/x' }, 'Read')
      .result(9, 'e', null, { content: 'x' })
      .prompt(10, 'last')

  const find = async (text: string, from = 0) => (await page.ask('findItems', { ...target, text, from })).hits

  it('finds what a person sees, in whatever case, and nothing of how it is stored', async () => {
    write(session())
    expect(await find('straSSe')).toEqual([])
    expect(await find('STRAßE')).toEqual([0])
    expect(await find('"Quoted"')).toEqual([0])
    expect(await find('c:\\TEMP\ngrü')).toEqual([0])
    expect(await find('NEEDLE /srv')).toEqual([1])
    expect(await find('haystack')).toEqual([1])
    expect(await find('σίσυφος')).toEqual([1])
    expect(await find('bash')).toEqual([1, 3])
    expect(await find('[31mRED')).toEqual([2])
    expect(await find('k for kelvin')).toEqual([2])
    expect(await find('tool_use')).toEqual([])
    expect(await find('uuid')).toEqual([])
    expect(await find('a.c')).toEqual([])
    expect(await find('last', 5)).toEqual([5])
    expect(await find('needle', 2)).toEqual([])
  })

  it('finds letters that another writer stored as their numbers', async () => {
    write(session())
    const line = JSON.stringify({
      ...JSON.parse(session().lines[0] ?? ''),
      uuid: 'u',
      message: { role: 'user', content: 'plain' },
    })
    appendFileSync(place.at(session().source().path), `${line.replace('plain', '\\u0070l\\u0061in')}\n`)
    expect(await find('PLAIN')).toEqual([6])
  })

  it('goes on where a question ended, until it is through', async () => {
    const writer = new TranscriptWriter()
    for (let n = 0; n < 1200; n++) writer.prompt(n, n % 2 ? 'odd' : `even ${'x'.repeat(2000)}`)
    write(writer)
    const hits: number[] = []
    let questions = 0
    for (let from: number | null = 0; from !== null; questions++) {
      const told: FoundItems = await page.ask('findItems', { ...target, text: 'ODD', from })
      expect([told.total, told.isComplete]).toEqual([1200, told.next === null])
      expect(told.hits.length).toBeLessThanOrEqual(500)
      hits.push(...told.hits)
      from = told.next
    }
    expect(hits).toEqual(Array.from({ length: 600 }, (_, i) => i * 2 + 1))
    expect(questions).toBeGreaterThan(1)
  })

  it('jumps between prompts and errors, a failed call among them', async () => {
    write(session())
    const next = async (n: number, direction: 'before' | 'after', ...kinds: ('prompt' | 'error')[]) =>
      (await page.ask('nextItem', { ...target, n, direction, kinds })).n
    expect(await next(0, 'after', 'prompt')).toBe(5)
    expect(await next(0, 'after', 'error')).toBe(1)
    expect(await next(0, 'after', 'prompt', 'error')).toBe(1)
    expect(await next(1, 'after', 'error')).toBeNull()
    expect(await next(5, 'before', 'prompt')).toBe(0)
    expect(await next(99, 'before', 'prompt')).toBe(5)
    expect(await next(0, 'before', 'prompt')).toBeNull()
  })

  it('counts tools by name, with their errors and their time', async () => {
    write(session())
    const { rows } = await page.ask('readTools', target)
    expect(rows).toEqual([
      { name: 'Bash', count: 2, errors: 1, running: 0, durationMs: 4000, items: [1, 3] },
      { name: 'Read', count: 1, errors: 0, running: 0, durationMs: 1000, items: [4] },
    ])
  })

  it('of as many tools as a model may invent, tells the most used and how many more there are', async () => {
    const writer = new TranscriptWriter()
    for (let n = 0; n < 700; n++) writer.call(n, `c${n}`, {}, `${'\u0001'.repeat(3000)}${n}`)
    write(writer.call(701, 'again', {}, 'Bash').call(702, 'and again', {}, 'Bash'))
    const { rows } = await page.ask('readTools', target)
    expect([rows[0]?.name, rows.length, rows.reduce((sum, row) => sum + row.count, 0)]).toEqual(['Bash', 501, 702])
    expect(rows.at(-1)?.name).toBe('201 more tools')
  })
})
