import { expect, it } from 'vitest'
import { feedSession, loadOpencodeRecording, opencodeRecordingNames, type StoreRecord } from '../../../testing/opencodeRecordings'
import { newForest } from '../../model/forest'
import { opencode } from './opencode'

const spec = { format: 'records', role: 'main', run: 'ses', agent: null, group: null, project: '' } as const

function open() {
  const feeder = feedSession(newForest(), { path: 'ses', run: 'ses', spec })
  let seen = 0
  const news = (): string[] => {
    const fresh = feeder.sketches.slice(seen)
    seen = feeder.sketches.length
    return fresh.flatMap(({ record, items, answers }) => [
      ...items.map(({ kind }) => `${kind} ${record}`),
      ...answers.map(({ call, isError }) => `${isError ? 'error' : 'ok'} ${call}`),
    ])
  }
  return {
    push: (...records: readonly StoreRecord[]): string[] => {
      for (const record of records) feeder.push(record)
      feeder.settle()
      return news()
    },
    finish: (): string[] => {
      feeder.finish()
      return news()
    },
  }
}

function message(id: string, created: number, role: string, data: object = {}): StoreRecord {
  return { kind: 'message', at: 0, data: { id, role, time: { created }, ...data } }
}

function part(id: string, messageID: string, data: object): StoreRecord {
  return { kind: 'part', at: 0, data: { id, messageID, ...data } }
}

const session: StoreRecord = { kind: 'session', at: 0, data: { id: 'ses', time: { created: 1 } } }
const prompt = [message('m1', 10, 'user'), part('p1', 'm1', { type: 'text', text: 'go' })]
const half = { type: 'text', text: 'hal', time: { start: 30 } }
const running = { type: 'tool', tool: 'bash', callID: 'c', state: { status: 'running', input: {}, time: { start: 31 } } }
const error = { name: 'APIError', data: { message: 'no credit' } }

it('a text is told when it has ended, and what comes after it then', () => {
  const one = open()
  expect(one.push(session, ...prompt)).toEqual(['prompt part:p1'])
  expect(one.push(message('m2', 20, 'assistant'), part('p2', 'm2', half), part('p3', 'm2', running))).toEqual([])
  const answered = { ...running, state: { ...running.state, status: 'completed', output: 'x', time: { start: 31, end: 32 } } }
  expect(one.push(part('p3', 'm2', answered))).toEqual([])
  expect(one.push(part('p2', 'm2', { ...half, text: 'half', time: { start: 30, end: 33 } }))).toEqual([
    'text part:p2',
    'tool part:p3',
    'ok c',
  ])
})

it('half a text is told when its message or its writer has ended', () => {
  for (const end of ['message', 'writer', 'later'] as const) {
    const one = open()
    one.push(session, ...prompt, message('m2', 20, 'assistant'), part('p2', 'm2', half))
    if (end === 'message')
      expect(one.push(message('m2', 20, 'assistant', { error }))).toEqual(['text part:p2', 'error message:m2'])
    if (end === 'writer') expect([one.finish(), one.finish()]).toEqual([['text part:p2'], []])
    if (end === 'later') {
      expect(one.push(message('m3', 40, 'user'), part('p4', 'm3', { type: 'text', text: 'again' }))).toEqual([])
      expect(one.push(message('m4', 50, 'assistant'))).toEqual(['text part:p2', 'prompt part:p4'])
    }
  }
})

it('how a response broke off stands behind its parts, however they come', () => {
  const ended = { type: 'text', text: 'whole', time: { start: 30, end: 31 } }
  const broken = message('m2', 20, 'assistant', { error })
  expect(open().push(session, ...prompt, broken, part('p2', 'm2', ended))).toEqual([
    'prompt part:p1',
    'text part:p2',
    'error message:m2',
  ])
  const aborted = message('m2', 20, 'assistant', { error: { name: 'MessageAbortedError', data: {} } })
  expect(open().push(session, aborted)).toEqual(['notice message:m2'])
})

it('the end of a session alone has its items too', () => {
  const one = open()
  expect(one.push(part('p2', 'm2', { type: 'text', text: 'said', time: { start: 30, end: 31 } }))).toEqual(['text part:p2'])
  expect(one.push(message('m3', 40, 'user'), part('p4', 'm3', { type: 'text', text: 'again' }))).toEqual(['prompt part:p4'])
})

it.each(opencodeRecordingNames())('%s: each record holds the items that were told of it, and the answers', (name) => {
  for (const one of loadOpencodeRecording(name).sessions) {
    const feeder = feedSession(newForest(), one)
    for (const record of one.records) feeder.push(record)
    feeder.finish()
    const records = new Map(one.records.map((record) => [`${record.kind}:${record.data['id']}`, record]))
    for (const { record, items, answers } of feeder.sketches) {
      const stored = records.get(record ?? '')
      if (items.length > 0)
        expect(opencode.readItems(stored).map(({ kind, tool }) => [kind, tool?.call ?? null])).toEqual(
          items.map(({ kind, call }) => [kind, call]),
        )
      for (const { call, isError } of answers) expect(opencode.readAnswer(stored, call)).toMatchObject({ isError })
    }
    const told = feeder.sketches.reduce((sum, { items }) => sum + items.length, 0)
    expect(told).toBe(one.records.reduce((sum, record) => sum + opencode.readItems(record).length, 0))
  }
})

it('a task’s answer is the report without its frame', () => {
  const output = '<task id="ses_1" state="completed">\n<task_result>\nTwo\nlines\n</task_result>\n</task>'
  const task = part('p', 'm', {
    type: 'tool',
    tool: 'task',
    callID: 'c',
    state: { status: 'completed', output, time: { start: 1, end: 2 } },
  })
  expect(opencode.readAnswer(task, 'c')).toEqual({ at: 2, isError: false, output: 'Two\nlines', images: [] })
})

it('an attached image is an image, a file by name is named', () => {
  const image = part('p', 'm', { type: 'file', mime: 'image/png', filename: 'a.png', url: 'data:image/png;base64,QUJD' })
  expect(opencode.readItems(image)).toMatchObject([
    { kind: 'prompt', text: '[a.png]', images: [{ mediaType: 'image/png', data: 'QUJD' }] },
  ])
  const file = part('p', 'm', { type: 'file', mime: 'text/plain', filename: 'b.ts', url: 'file:///w/b.ts' })
  expect(opencode.readItems(file)).toMatchObject([{ text: '[b.ts]', images: [] }])
})

it('a text in which nothing is written yet is no item, whoever has left; it is one when it is written', () => {
  const blank = { type: 'text', text: '', time: { start: 30 } }
  const one = open()
  one.push(session, ...prompt)
  expect(one.push(message('m2', 20, 'assistant'), part('p2', 'm2', blank))).toEqual([])
  expect(one.finish()).toEqual([])
  expect(one.push(part('p2', 'm2', { ...blank, text: 'all', time: { start: 30, end: 33 } }))).toEqual(['text part:p2'])
  const thought = { ...blank, type: 'reasoning' }
  expect(one.push(part('p3', 'm2', thought), message('m2', 20, 'assistant', { error }))).toEqual(['error message:m2'])
  expect(one.push(part('p3', 'm2', { ...thought, text: 'late', time: { start: 30, end: 34 } }))).toEqual(['thinking part:p3'])
})
