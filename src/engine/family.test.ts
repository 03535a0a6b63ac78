import { appendFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { watchWith } from '../testing/watchClient'
import { RUN, TranscriptWriter } from '../testing/writeSession'
import type { Engine } from './engine'

const FORK = 'bbbbbbbb-0000-4000-8000-000000000002'
const uri = (run: string) => RunUri.parse(`claude://${run}`)
const ALL = { provider: null, project: null, liveOnly: false, limit: null }

/** Twelve answers; the fork copies them under its own session and says one thing more. */
function conversation(run: string): TranscriptWriter {
  const writer = new TranscriptWriter(null, run)
  for (let i = 0; i < 12; i++) writer.prompt(i, `question ${i}`).text(i + 0.5, 'answer')
  return writer
}

function forkLines(): string[] {
  const stamp = JSON.stringify({
    type: 'queue-operation',
    operation: 'enqueue',
    timestamp: '2026-01-02T10:00:00.000Z',
    sessionId: FORK,
  })
  return [stamp, ...conversation(FORK).prompt(100_000, 'another way').text(100_001, 'own').lines]
}

let place: TemporaryRoot
let engine: Engine
beforeEach(async () => {
  place = makeTemporaryRoot()
  engine = await place.open()
})
afterEach(() => place.close())

const origin = () => place.write(conversation(RUN).source())
const path = (run: string) => `projects/-home-dev-acme/${run}.jsonl`
function writeFork(lines: readonly string[]): void {
  place.write({ ...conversation(FORK).source(), path: path(FORK), bytes: Buffer.from(lines.map((line) => `${line}\n`).join('')) })
}

async function rows() {
  return new Map((await engine.list(ALL)).map((row) => [row.uri as string, row]))
}

describe('a fork', () => {
  it.each([1, 3, 8, 20])(
    'that is written in two flushes while it is watched counts only its own (%i records first)',
    async (first) => {
      origin()
      const client = await watchWith(engine, null)
      const lines = forkLines()
      writeFork(lines.slice(0, first))
      await client.until(() => client.rows.has(uri(FORK)) || first < 2)
      appendFileSync(
        place.at(path(FORK)),
        lines
          .slice(first)
          .map((line) => `${line}\n`)
          .join(''),
      )
      await client.until(() => client.rows.get(uri(FORK))?.usage.requests === 1)
      expect(client.rows.get(uri(FORK))).toEqual((await rows()).get(uri(FORK)))
    },
  )

  it('learns of an origin that comes later, and forgets one that goes', async () => {
    writeFork(forkLines())
    const client = await watchWith(engine, null)
    expect(client.rows.get(uri(FORK))).toMatchObject({ forkedFrom: null, usage: { requests: 13 } })
    origin()
    await client.until(() => client.rows.get(uri(FORK))?.forkedFrom === uri(RUN))
    expect(client.rows.get(uri(FORK))?.usage.requests).toBe(1)
    rmSync(place.at(path(RUN)))
    await client.until(() => client.rows.get(uri(FORK))?.forkedFrom === null)
    expect(client.rows.get(uri(FORK))?.usage.requests).toBe(13)
    expect(client.rows.has(uri(RUN))).toBe(false)
  })

  it('stays the fork when its origin goes on', async () => {
    origin()
    writeFork(conversation(FORK).prompt(50, 'own').text(51, 'own').lines)
    const before = await rows()
    appendFileSync(place.at(path(RUN)), `${conversation(RUN).prompt(90, 'more').text(91, 'more').lines.slice(-2).join('\n')}\n`)
    const after = await rows()
    for (const run of [RUN, FORK]) expect(after.get(uri(run))?.forkedFrom).toBe(before.get(uri(run))?.forkedFrom)
  })
})

it('a run that was only listed and is deleted goes by the key of its root', async () => {
  origin()
  const client = await watchWith(engine, null)
  rmSync(place.at(path(RUN)))
  await client.until(() => client.frames.length > 1)
  expect(client.frames[1]).toMatchObject({ seq: 1, runs: [], agents: [], removed: [`${uri(RUN)} ${RUN}`] })
})

it('one session in two folders: counted once, its transcript is the one that went on, and what is left out is said', async () => {
  origin()
  const longer = conversation(RUN).prompt(500, 'later').text(501, 'later')
  place.write(longer.source(`projects/-elsewhere/${RUN}.jsonl`))
  const page = await engine.transcript({ run: uri(RUN), key: null }, { before: null, limit: 100 })
  expect(page.ok && page.value.total).toBe(26)
  const tree = await engine.tree(uri(RUN))
  expect(tree.ok && tree.value.usage.requests).toBe(13)
  expect(tree.ok && tree.value.problems).toEqual([])
  appendFileSync(
    place.at(path(RUN)),
    `${new TranscriptWriter(null, RUN).text(50, 'only here').lines[0]?.replace('main-0', 'x').replaceAll('msg-main-0', 'msg-x')}\n`,
  )
  const split = await engine.tree(uri(RUN))
  expect(split.ok && split.value.problems).toMatchObject([{ code: 'split_transcript', source: path(RUN) }])
})

it('bytes that are no text are a problem with their line, and the record is read all the same', async () => {
  const lines = conversation(RUN).lines
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  const at = bytes.indexOf('question 3')
  bytes[at] = 0xff
  place.write({ ...conversation(RUN).source(), bytes })
  const tree = await engine.tree(uri(RUN))
  expect(tree.ok && tree.value.problems).toMatchObject([{ code: 'bad_utf8', source: path(RUN), line: 7 }])
  expect(tree.ok && tree.value.usage.requests).toBe(12)
})
