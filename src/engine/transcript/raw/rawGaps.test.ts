import { appendFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RunUri } from '../../../shared/ids'
import type { RawGaps, RawRecord } from '../../../shared/rawRecords'
import { makeTemporaryRoot, type TemporaryRoot } from '../../../testing/temporaryRoot'
import { TranscriptWriter } from '../../../testing/writeSession'
import type { Engine } from '../../engine'
import type { TranscriptReading } from '../reading'
import { wholeText } from '../wholeText'
import { rawGaps } from './rawGaps'
import { rawPage } from './rawPage'

const RUN = '7d0c2f1a-6795-46e9-86cf-7fa70259e41a'
const FILE = `projects/-work/${RUN}.jsonl`
const MODE = '{"type":"mode","mode":"normal"}'

let place: TemporaryRoot
let engine: Engine
beforeEach(async () => {
  place = makeTemporaryRoot()
  engine = await place.open()
})
afterEach(() => place.close())

function put(text: string): void {
  place.write({ path: FILE, bytes: Buffer.from(text) })
}

function append(text: string): void {
  appendFileSync(place.at(FILE), text)
}

async function read<T>(use: (reading: TranscriptReading) => T): Promise<T> {
  const answer = await engine.reading({ run: RunUri.parse(`claude://${RUN}`), key: null }, use)
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value
}

const gapsFrom = (from = 0): Promise<RawGaps> => read((reading) => rawGaps(reading, from))
const records = (): Promise<readonly RawRecord[]> =>
  read((reading) => {
    rawGaps(reading, 0)
    return rawPage(reading, 0, 500).records
  })

/** A prompt and an answer. */
function talk(): string[] {
  return new TranscriptWriter(null, RUN).prompt(1, 'Go on').text(2, 'I did').lines
}

it('tells where records lie that no item shows, what they are called, when, and how long they are', async () => {
  const [prompt = '', answer = ''] = talk()
  const snapshot = '{"type":"file-history-snapshot","snapshot":{"timestamp":"2026-01-01T10:00:00.000Z"}}'
  put([MODE, prompt, snapshot, MODE, answer, '{"type":"never-seen-before","subtype":"odd"}', ''].join('\n'))
  expect((await gapsFrom()).gaps).toEqual([
    { before: 0, count: 1 },
    { before: 1, count: 2 },
    { before: 2, count: 1 },
  ])
  expect((await records()).map(({ before, type, subtype, at, bytes }) => [before, type, subtype, at, bytes])).toEqual([
    [0, 'mode', null, null, MODE.length],
    [1, 'file-history-snapshot', null, '2026-01-01T10:00:00.000Z', snapshot.length],
    [1, 'mode', null, null, MODE.length],
    [2, 'never-seen-before', 'odd', null, 44],
  ])
})

it('lines with other ends, blank ones, a mark at the start and a line that is no record are each seen once, as they lie', async () => {
  const [prompt = '', answer = ''] = talk()
  put(`\ufeff${MODE}\r\n\r\n${prompt}\r\n\n{"torn":\n${answer}\n`)
  const seen = await records()
  expect(seen.map(({ type, before }) => [type, before])).toEqual([
    ['mode', 0],
    [null, 1],
  ])
  const offset = seen[1]?.place ?? 0
  expect(await read((reading) => wholeText(reading, offset, 'raw'))).toBe('{"torn":')
  expect(await read((reading) => wholeText(reading, offset + 1, 'raw'))).toBeUndefined()
})

it('what is appended comes behind what was told, and nothing is told anew', async () => {
  const [prompt = '', answer = ''] = talk()
  put(`${prompt}\n${MODE}\n`)
  const { revision, total } = await gapsFrom()
  append(`${MODE}\n${answer}\n${MODE}\n${MODE.slice(0, 9)}`)
  expect(await gapsFrom(total)).toEqual({
    revision,
    total: 3,
    gaps: [
      { before: 1, count: 1 },
      { before: 2, count: 1 },
    ],
    next: null,
  })
  append(`${MODE.slice(9)}\n`)
  expect(await gapsFrom(3)).toEqual({ revision, total: 4, gaps: [{ before: 2, count: 1 }], next: null })
})

it('a file that is written anew is told anew', async () => {
  const [prompt = '', answer = ''] = talk()
  put(`${prompt}\n${MODE}\n${MODE}\n`)
  const before = await gapsFrom()
  put(`${answer}\n${MODE}\n`)
  const after = await gapsFrom()
  expect(after.revision).not.toBe(before.revision)
  expect(after.gaps).toEqual([{ before: 1, count: 1 }])
})

it('an answer to a call that is not there is a record of its own until its call comes', async () => {
  const lines = new TranscriptWriter(null, RUN).prompt(1, 'Go on').call(2, 'call-1', {}, 'Bash').result(3, 'call-1', 'done').lines
  const [prompt = '', call = '', answer = ''] = lines
  put(`${prompt}\n${answer}\n`)
  const orphan = await gapsFrom()
  expect(orphan.gaps).toEqual([{ before: 1, count: 1 }])
  append(`${call}\n`)
  const found = await gapsFrom()
  expect(found.gaps).toEqual([])
  expect(found.revision).not.toBe(orphan.revision)
})

it('fifty thousand of them are looked for in parts and read in parts, with lines longer than a part between them', async () => {
  const [prompt = '', answer = ''] = talk()
  const long = `{"type":"long","text":"${'x'.repeat(3 << 20)}"}`
  put(`${[prompt, ...Array<string>(50_000).fill(MODE), long, answer, long, MODE].join('\n')}\n`)
  let questions = 0
  const gaps: RawGaps['gaps'][number][] = []
  // Every question is out of time as soon as it has begun.
  let time = 0
  for (let from: number | null = 0; from !== null; questions++) {
    const told: RawGaps = await read((reading) => rawGaps(reading, from ?? 0, () => (time += 1000)))
    gaps.push(...told.gaps)
    from = told.next
  }
  expect(questions).toBeGreaterThan(5)
  const sums = new Map<number, number>()
  for (const { before, count } of gaps) sums.set(before, (sums.get(before) ?? 0) + count)
  expect([...sums]).toEqual([
    [1, 50_001],
    [2, 2],
  ])
  const page = await read((reading) => rawPage(reading, 49_990, 500))
  expect(page.records.map(({ type }) => type)).toEqual([...Array<string>(10).fill('mode'), 'long', 'long', 'mode'])
  expect(page.records[10]?.bytes).toBe(long.length)
})

it('nobody asks: nothing is looked for', async () => {
  put(`${talk().join('\n')}\n${MODE}\n`)
  await engine.tail({ run: RunUri.parse(`claude://${RUN}`), key: null }, 10)
  const page = await engine.transcript({ run: RunUri.parse(`claude://${RUN}`), key: null }, { before: null, limit: 10 })
  expect(page.ok && page.value.total).toBe(2)
  expect(await read((reading) => reading.raw?.total)).toBe(0)
})
