import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../../shared/ids'
import type { TranscriptItem, TranscriptPage } from '../../../shared/views'
import { emptyForest } from '../../store/applyForestFrame'
import { type EngineClient, useClient } from '../../store/client'
import { useForest } from '../../store/forest'
import { followTranscript, type TranscriptFollower } from './followTranscript'
import { noTranscript, useTranscript } from './useTranscript'

const run = RunUri.parse('p://run')
const key = AgentKey.parse('run')

const itemAt = (n: number): TranscriptItem => ({
  ...{ n, at: null, kind: 'text', role: 'assistant', text: `item ${n}`, model: null, messageId: null, tool: null },
  source: { path: 'a', offset: n },
})
const pageOf = (from: number, to: number, total: number): TranscriptPage => ({
  ...{ uri: run, key, total, from },
  items: Array.from({ length: to - from }, (_, at) => itemAt(from + at)),
})

/** Every page that was asked for and not answered yet, with how to answer it. */
let asked: { readonly at: object; readonly answer: (page: TranscriptPage) => void }[]
let tell: (news: object) => void
let follower: TranscriptFollower

function call(name: string, input: { readonly at: object }): Promise<unknown> {
  if (name !== 'readTranscript') return name === 'readTail' ? Promise.resolve({ uri: run, key, items: [] }) : Promise.resolve({})
  return new Promise((resolve) => asked.push({ at: input.at, answer: resolve }))
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const answerNext = async (page: TranscriptPage): Promise<void> => {
  asked.shift()?.answer(page)
  await settled()
}

beforeEach(async () => {
  asked = []
  const on = (_: string, listener: (news: object) => void) => {
    tell = listener
    return () => undefined
  }
  const client = { call, on } as unknown as EngineClient
  useClient.setState({ connection: { kind: 'open', client, shell: {} as never } })
  useForest.setState({ ...emptyForest(run), isWhole: true })
  follower = followTranscript(run, key)
  await settled()
  await answerNext(pageOf(50, 100, 100))
  follower.show({ from: 90, to: 100 })
})
afterEach(() => {
  follower.close()
  useClient.setState({ connection: { kind: 'connecting' } })
  useTranscript.setState(noTranscript(null, null), true)
})

it('a page that was made before the news came, and arrives after them, takes nothing back', async () => {
  follower.show({ from: 40, to: 50 })
  expect(asked.map(({ at }) => at)).toEqual([{ before: 50 }])
  tell({ run, key, total: 101, items: [itemAt(100)], writing: [] })
  await answerNext(pageOf(0, 50, 100))
  const { phase, total, items } = useTranscript.getState()
  expect([phase, total, items.size]).toEqual(['whole', 101, 101])
})

it('a page with fewer items than there were when it was asked for: all of it was rewritten', async () => {
  follower.show({ from: 40, to: 50 })
  await answerNext(pageOf(0, 3, 3))
  expect(useTranscript.getState()).toMatchObject({ phase: 'loading', total: 0 })
  await answerNext(pageOf(0, 3, 3))
  expect(useTranscript.getState()).toMatchObject({ phase: 'whole', total: 3 })
})

it('news of fewer items than are known: all of it was rewritten', async () => {
  tell({ run, key, total: 2, items: [], writing: [] })
  expect(useTranscript.getState().phase).toBe('loading')
})
