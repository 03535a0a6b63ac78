import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../../shared/ids'
import { isWanted, type Sift } from '../../../shared/transcriptSift'
import type { TranscriptItem } from '../../../shared/views'
import { type EngineClient, useClient } from '../../store/client'
import { changeSift, countItems, everyItem, isHidden, openSift, showAnyway, useSift } from './useSift'
import { noTranscript, useTranscript } from './useTranscript'

const run = RunUri.parse('p://run')
const key = AgentKey.parse('run')
let close: () => void
let asked: Sift[]

function item(n: number, kind: TranscriptItem['kind'], status: 'running' | 'ok' | 'error' | null = null): TranscriptItem {
  const tool = status && { name: 'Bash', callId: `c${n}`, input: {}, output: null, status, durationMs: null, agent: null }
  const at = new Date(Date.UTC(2026, 10, 18, 12, n)).toISOString()
  return { n, at, kind, role: 'assistant', text: '', model: null, messageId: null, tool, source: { path: 'x', offset: n } }
}

function show(...items: readonly TranscriptItem[]): void {
  const held = useTranscript.getState()
  for (const one of items) held.items.set(one.n, one)
  const total = Math.max(held.total, ...items.map(({ n }) => n + 1))
  useTranscript.setState({ phase: 'whole', total, version: held.version + 1 })
}

/** As the engine does: by the same rule, over what there is. */
async function call(name: string, input: { readonly sift: Sift }) {
  expect(name).toBe('siftItems')
  asked.push(input.sift)
  const items = [...useTranscript.getState().items.values()]
  const shown = items.filter(({ kind, tool, at }) =>
    isWanted({ kind, tool: tool?.name ?? null, isError: tool?.status === 'error', at: Date.parse(at ?? '') }, input.sift),
  )
  const last = items.at(-1)?.at ?? null
  return { shown: shown.map(({ n }) => n), total: items.length, next: null, kinds: {}, tools: [], last }
}

const answered = () => new Promise((resolve) => setTimeout(resolve))
const shownOf = () => useSift.getState().shown?.within(0, useTranscript.getState().total)

beforeEach(() => {
  asked = []
  // Only what a call needs of a client.
  const client = { call } as unknown as EngineClient
  useClient.setState({ connection: { kind: 'open', client, shell: {} as never } })
  useTranscript.setState({ ...noTranscript(run, key), items: new Map() }, true)
  close = openSift(run, key)
})
afterEach(() => {
  changeSift(everyItem)
  close()
  useClient.setState({ connection: { kind: 'connecting' } })
})

it('lists what is chosen, and what comes as it is', async () => {
  show(item(0, 'prompt'), item(1, 'text'), item(2, 'prompt'))
  changeSift({ kinds: ['prompt'] })
  await answered()
  expect(shownOf()).toEqual([0, 2])
  show(item(3, 'text'), item(4, 'prompt'))
  expect(shownOf()).toEqual([0, 2, 4])
  expect(asked).toHaveLength(1)
  changeSift(everyItem)
  expect([useSift.getState().shown, isHidden(1)]).toEqual([null, false])
})

it('a call that runs and fails is an error from then on', async () => {
  show(item(0, 'tool', 'running'), item(1, 'text'))
  changeSift({ kinds: ['error'] })
  await answered()
  show(item(2, 'tool', 'running'))
  expect(shownOf()).toEqual([])
  show(item(0, 'tool', 'error'), item(2, 'tool', 'ok'))
  expect(shownOf()).toEqual([0])
})

it('shows whom somebody is led to, without counting them', async () => {
  show(item(0, 'prompt'), item(1, 'text'))
  changeSift({ kinds: ['prompt'] })
  await answered()
  showAnyway(1)
  expect([isHidden(1), useSift.getState().shown?.count]).toEqual([false, 1])
})

it('keeps the beginning of a stretch of time that was chosen at the end of what there was', async () => {
  show(item(0, 'text'), item(20, 'text'))
  changeSift({ kinds: ['text'] })
  await answered()
  changeSift({ span: { kind: 'minutes', minutes: 10 } })
  await answered()
  expect(asked.at(-1)).toMatchObject({ kinds: ['text'], from: new Date(Date.UTC(2026, 10, 18, 12, 10)).toISOString(), to: null })
})

it('is as it was left when the agent is shown again, and says nothing before the transcript is whole', async () => {
  show(item(0, 'prompt'), item(1, 'text'))
  changeSift({ kinds: ['text'] })
  await answered()
  close()
  useTranscript.setState({ ...noTranscript(run, key), items: new Map() }, true)
  close = openSift(run, key)
  expect([useSift.getState().choice.kinds, useSift.getState().shown, asked.length]).toEqual([['text'], null, 1])
  show(item(0, 'prompt'), item(1, 'text'))
  await answered()
  expect(shownOf()).toEqual([1])
})

it('what is being counted is not asked for again, until it is counted', async () => {
  show(item(0, 'prompt'), item(1, 'text'))
  countItems()
  countItems()
  expect(asked).toHaveLength(1)
  await answered()
  expect(useSift.getState().counts?.total).toBe(2)
  countItems()
  expect(asked).toHaveLength(2)
})
