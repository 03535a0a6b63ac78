import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import { NumberName } from '../../shared/transcriptParts'
import { askPage, LONGEST_MESSAGE } from '../../testing/askPage'
import { MEMORY_FOLDER, makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { ended, RUN, sideFile, sourceAt, TranscriptWriter, task } from '../../testing/writeSession'
import type { Engine } from '../engine'

const run = RunUri.parse(`claude://${RUN}`)
const MAIN = new TranscriptWriter().source().path
let place: TemporaryRoot
let engine: Engine
let page: ReturnType<typeof askPage>

beforeEach(async () => {
  place = makeTemporaryRoot(MEMORY_FOLDER)
  engine = await place.open()
  page = askPage(engine)
})
afterEach(() => place.close())

type Asked = Promise<unknown>

/** Every call that a page may make of one agent's transcript. */
function everyCall(key: AgentKey | null, n: number): Asked[] {
  const target = { run, key }
  const item = { ...target, n }
  return [
    page.ask('readTail', { ...target, limit: 1000 }),
    page.ask('readTranscript', { ...target, at: { before: null }, limit: 1000 }),
    page.ask('readTranscript', { ...target, at: { from: n }, limit: 1000 }),
    ...(['text', 'input', 'output', 'record'] as const).flatMap((part) => [
      page.ask('readText', { ...item, part, from: 0 }),
      page.ask('readText', { ...item, part, from: 50_000 }),
    ]),
    page.ask('readImage', { ...item, index: 0, from: 0 }),
    page.ask('findItems', { ...target, text: 'nEEdle', from: 0 }),
    page.ask('findItems', { ...target, text: '"\\\n', from: 0 }),
    page.ask('nextItem', { ...item, direction: 'after', kinds: ['prompt', 'error'] }),
    page.ask('nextItem', { ...item, direction: 'before', kinds: ['error'] }),
    page.ask('readTools', target),
    ...NumberName.options.map((name) => page.ask('explainNumber', { ...target, name })),
    page.ask('readMarkdown', { ...target, from: 0 }),
  ]
}

const EXPECTED = new Set(['no_data', 'not_found', 'not_supported', 'unreadable'])

/** Answered within bounds or refused with a reason: nothing else may come of any file. Returns how many were answered. */
async function expectBounds(key: AgentKey | null, n: number): Promise<number> {
  const settled = await Promise.allSettled(everyCall(key, n))
  for (const one of settled) {
    // Rejected is what an RpcError rejects with, and the lines below say what is in it.
    if (one.status === 'rejected') expect(EXPECTED).toContain((one.reason as { fault?: { code: string } }).fault?.code)
  }
  expect(page.longest()).toBeLessThan(LONGEST_MESSAGE)
  return settled.filter(({ status }) => status === 'fulfilled').length
}

/** All but the image. */
const ALL_ANSWERED = everyAnswerCount()
function everyAnswerCount(): number {
  return 3 + 8 + 2 + 2 + 1 + NumberName.options.length + 1
}

function deep(levels: number): string {
  return `${'['.repeat(levels)}"needle"${']'.repeat(levels)}`
}

const start = () => new TranscriptWriter().prompt(0, 'begin')
const textOf = (writer: TranscriptWriter) => `${writer.lines.join('\n')}\n`

const files: readonly (readonly [string, () => Buffer])[] = [
  [
    'one word of a megabyte',
    () =>
      Buffer.from(
        textOf(
          start()
            .prompt(1, 'x'.repeat(1 << 20))
            .call(2, 'c', { command: 'y'.repeat(1 << 20) }, 'Bash'),
        ),
      ),
  ],
  ['NULs and control characters', () => Buffer.from(textOf(start().prompt(1, '\0\u0001\u001b'.repeat(100_000))))],
  [
    'NUL bytes between and in the lines',
    () => Buffer.concat([Buffer.from(textOf(start())), Buffer.alloc(4096), Buffer.from('\n{"a":\0}\n')]),
  ],
  ['bytes that are no UTF-8', () => Buffer.from(textOf(start().prompt(1, `needle ${'ÿþÀ'.repeat(50_000)}`)), 'latin1')],
  ['halves of pairs', () => Buffer.from(textOf(start().prompt(1, '\ud83d needle \ude00'.repeat(20_000))))],
  [
    'an input nested without end',
    () => Buffer.from(textOf(start().call(1, 'c', 'HERE', 'Bash')).replace('"HERE"', deep(50_000))),
  ],
  [
    'an output nested without end',
    () =>
      Buffer.from(
        textOf(
          start()
            .call(1, 'c', {}, 'Bash')
            .result(2, 'c', null, { content: ['HERE'] }),
        ).replace('"HERE"', deep(50_000)),
      ),
  ],
  [
    'a key without end and a name like __proto__',
    () => Buffer.from(textOf(start().call(1, 'c', JSON.parse(`{"${'k'.repeat(300_000)}":1,"__proto__":{"needle":1}}`), 'Bash'))),
  ],
  [
    'thousands of blocks in one record',
    () =>
      Buffer.from(
        textOf(
          start().prompt(
            1,
            Array.from({ length: 5000 }, (_, i) => ({ type: 'text', text: `needle ${i}` })),
          ),
        ),
      ),
  ],
  ['ids without end', () => Buffer.from(textOf(start().call(1, 'i'.repeat(300_000), {}, 'N'.repeat(300_000))))],
]

it.each(files)('every call is answered within bounds: %s', { timeout: 30_000 }, async (_, bytes) => {
  place.write({ path: MAIN, bytes: bytes() })
  const told = await page.ask('readTranscript', { run, key: null, at: { before: null }, limit: 1000 })
  expect(told.total).toBeGreaterThan(0)
  for (const n of [0, told.total - 1]) expect(await expectBounds(null, n)).toBe(ALL_ANSWERED)
})

it('a line of 50 MB is paged, searched and told in parts like any other', { timeout: 60_000 }, async () => {
  const word = 'x'.repeat(50 << 20)
  place.write({ path: MAIN, bytes: Buffer.from(textOf(start().prompt(1, `needle ${word}`).text(2, 'after'))) })
  expect(await expectBounds(null, 1)).toBe(ALL_ANSWERED)
  const tail = await page.ask('readTail', { run, key: null, limit: 3 })
  expect(tail.items.map(({ clamped, text }) => clamped?.text ?? text)).toEqual(['begin', word.length + 7, 'after'])
  expect((await page.ask('findItems', { run, key: null, text: 'NEEDLE', from: 0 })).hits).toEqual([1])
  const last = await page.ask('readText', { run, key: null, n: 1, part: 'text', from: word.length })
  expect([last.text, last.next]).toEqual(['xxxxxxx', null])
})

const changes: readonly (readonly [string, () => void])[] = [
  ['removed', () => rmSync(place.at(MAIN))],
  ['cut short', () => truncateSync(place.at(MAIN), 100)],
  ['emptied', () => truncateSync(place.at(MAIN), 0)],
  [
    'overwritten with garbage of the same length',
    () => writeFileSync(place.at(MAIN), Buffer.alloc(session().source().bytes.length, 'z')),
  ],
  [
    'replaced by a folder',
    () => {
      rmSync(place.at(MAIN))
      place.write({ path: `${MAIN}/x`, bytes: Buffer.from('') })
    },
  ],
]
const session = () => start().call(1, 'c', { command: 'needle' }, 'Bash').result(2, 'c', null).text(3, 'needle'.repeat(100_000))

it.each(changes)('a transcript that is %s while it is read', async (_, change) => {
  place.write(session().source())
  expect(await expectBounds(null, 2)).toBe(ALL_ANSWERED)
  change()
  await expectBounds(null, 2)
  rmSync(place.at(MAIN), { recursive: true, force: true })
  place.write(session().source())
  // As soon as the watch has seen it again.
  await expect.poll(() => expectBounds(null, 2)).toBe(ALL_ANSWERED)
})

it('a record that is rewritten between the index and the reading is a hole, not a lie', async () => {
  place.write(session().source())
  const told = await engine.reading({ run, key: null }, (reading) => {
    const bytes = session().source().bytes
    writeFileSync(place.at(MAIN), Buffer.concat([Buffer.alloc(bytes.indexOf(10), 'z'), bytes.subarray(bytes.indexOf(10))]))
    return [reading.item(0)?.kind, reading.item(0)?.text, reading.item(1)?.tool?.name]
  })
  expect(told).toEqual({ ok: true, value: ['error', 'This record can no longer be read.', 'Bash'] })
})

it('agents that are each other’s parents each have their transcript', async () => {
  const child = (id: string, calls: string) =>
    new TranscriptWriter(id).prompt(2, `task ${id}`).call(3, calls, task('again')).text(4, `of ${id}`)
  place.write(start().call(1, 'to-a', task('task a')).result(9, 'to-a', ended('a')).source())
  for (const [id, calls] of [
    ['a', 'to-b'],
    ['b', 'to-a'],
  ] as const) {
    place.write(child(id, calls).source())
    place.write(sideFile(id, { toolUseId: id === 'a' ? 'to-a' : 'to-b', parentAgentId: id === 'a' ? 'b' : 'a' }))
  }
  const tree = await engine.tree(run)
  if (!tree.ok) throw new Error(tree.failure.message)
  const agents = [...tree.value.agents, ...tree.value.unplaced]
  expect(agents.filter(({ source }) => source !== null)).toHaveLength(3)
  for (const { key } of agents) await expectBounds(key, 0)
  await expectBounds(AgentKey.parse('nobody'), 0)
})

it('a run whose folder is not there any more', async () => {
  place.write(sourceAt('projects/-x/11111111-0000-4000-8000-000000000001.jsonl', '', RUN))
  await expectBounds(null, 0)
  rmSync(place.root, { recursive: true })
  await expectBounds(null, 0)
})
